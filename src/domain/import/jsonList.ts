import type { Reading, SourceFile } from './imported.js';
import { readIssues } from './issueLists.js';
import { readRecord } from './tabular.js';

/** Objects with common field names, in a list or an API answer. */
export function readJsonList(files: readonly SourceFile[]): Reading {
  return readIssues(files, () => (issue, place) => ({ entry: readRecord(Object.entries(issue), place) }));
}
