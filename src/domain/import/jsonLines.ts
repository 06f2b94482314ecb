import * as z from 'zod';
import { Collected, type Reading, readShape, type SourceFile } from './imported.js';
import { linesOf } from './json.js';
import { readRecord } from './tabular.js';

/** Reads one object per line, with common field names. */
export function readJsonLines(files: readonly SourceFile[]): Reading {
  const found = new Collected();
  for (const { value, place } of linesOf(files)) {
    found.add(() => readRecord(Object.entries(readShape(z.looseObject({}), value(), place)), place));
  }
  return found;
}
