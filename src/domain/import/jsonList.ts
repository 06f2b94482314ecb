import type { Reading, SourceFile } from './imported.js';
import { readIssues } from './issueLists.js';
import { readRecord } from './tabular.js';

/** Reads a list of objects with common field names, alone or inside an API answer. */
export function readJsonList(files: readonly SourceFile[]): Reading {
  return readIssues(files, () => (issue, place) => ({ entry: readRecord(Object.entries(issue), place) }));
}
