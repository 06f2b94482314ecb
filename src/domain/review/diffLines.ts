import type { LineRange } from '../finding/lineRange.js';

/** A line of a diff, numbered as after the change. */
export interface DiffLine {
  /** From 1; undefined for a deleted line. */
  readonly number: number | undefined;
  readonly mark: '+' | '-' | ' ';
  readonly text: string;
}

/** Parses git's hunks, from `@@` on; lines between hunks are not included. */
export function readDiffLines(hunks: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let next = 0;
  for (const line of hunks.split('\n')) {
    const [, start] = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? [];
    if (start !== undefined) {
      next = Number(start);
      continue;
    }
    const mark = line.charAt(0);
    if (mark === '-') lines.push({ number: undefined, mark, text: line.slice(1) });
    if (mark !== '+' && mark !== ' ') continue;
    lines.push({ number: next, mark, text: line.slice(1) });
    next += 1;
  }
  return lines;
}

/** True if the diff shows each line, changed or as context. */
export function isInDiff(lines: readonly DiffLine[], { start, end }: LineRange): boolean {
  const shown = new Set(lines.map(({ number }) => number));
  if (end - start >= shown.size) return false;
  for (let number = start; number <= end; number += 1) if (!shown.has(number)) return false;
  return true;
}
