import * as z from 'zod';
import { type Reading, readShape, type SourceFile } from './imported.js';
import { parseJsonLines } from './json.js';
import { readRecord } from './tabular.js';

/** Reads one object per line, with fields of the usual names. */
export function readJsonLines(files: readonly SourceFile[]): Reading {
  const entries = files.flatMap(file =>
    [...parseJsonLines(file)].map(({ value, place }) =>
      readRecord(Object.entries(readShape(z.looseObject({}), value, place)), place),
    ),
  );
  return { entries, leftOut: {} };
}
