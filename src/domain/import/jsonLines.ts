import * as z from 'zod';
import { Collected, type Reading, readShape, type SourceFile } from './imported.js';
import { jsonLines } from './json.js';
import { readRecord } from './tabular.js';

/** Reads one object per line, with fields of the usual names. */
export function readJsonLines(files: readonly SourceFile[]): Reading {
  const found = new Collected();
  for (const { value, place } of files.flatMap(file => [...jsonLines(file)])) {
    found.add(() => readRecord(Object.entries(readShape(z.looseObject({}), value(), place)), place));
  }
  return found;
}
