import * as vscode from 'vscode';
import type { FindingPlace } from '../../../present/findingPlace.js';

/** Returns the lines without the first one's indentation; the first line for a finding about the whole file. */
export function placeRange(document: vscode.TextDocument, { lines }: FindingPlace): vscode.Range {
  const last = document.lineCount - 1;
  if (lines === null) return new vscode.Range(0, 0, 0, 0);
  const start = document.lineAt(Math.min(lines.start - 1, last));
  const end = document.lineAt(Math.min(lines.end - 1, last));
  const from = start.isEmptyOrWhitespace ? 0 : start.firstNonWhitespaceCharacterIndex;
  return new vscode.Range(start.lineNumber, from, end.lineNumber, end.text.trimEnd().length);
}
