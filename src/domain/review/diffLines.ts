import type { LineRange } from '../finding/lineRange.js';

/** A line of a diff as it is after the change: with its number, where it is still there. */
export interface DiffLine {
  /** Counted from 1; undefined for a line that is gone. */
  readonly number: number | undefined;
  readonly mark: '+' | '-' | ' ';
  readonly text: string;
}

/** Reads git's hunks, from `@@` on. What is between them is not there. */
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

/** True where a diff shows each of these lines, changed or beside a change. */
export function isInDiff(lines: readonly DiffLine[], { start, end }: LineRange): boolean {
  const shown = new Set(lines.map(({ number }) => number));
  if (end - start >= shown.size) return false;
  for (let number = start; number <= end; number += 1) if (!shown.has(number)) return false;
  return true;
}
