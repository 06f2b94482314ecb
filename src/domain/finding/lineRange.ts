import { type Message, message } from '../../messages/message.js';
/** Lines of a file, from 1, inclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

const maxLines = 10_000_000;

/** Undefined for anything but `3` and `3-7`, including 0 and a reversed range. */
export function parseLineRange(text: string): LineRange | undefined {
  const match = /^(\d{1,9})(?:\s*-\s*(\d{1,9}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const start = Number(match[1]);
  const end = match[2] === undefined ? start : Number(match[2]);
  return start >= 1 && end >= start && end <= maxLines ? { start, end } : undefined;
}

export function lineRangeText({ start, end }: LineRange): string | Message {
  return start === end
    ? message('findings.lineAt', { line: start })
    : message('findings.linesAt', { from: start, to: end });
}

/** Counts lines; a final newline does not start another one. */
export function countLines(text: string): number {
  if (text === '') return 0;
  const breaks = text.split(/\r\n|\r|\n/).length;
  return /[\r\n]$/.test(text) ? breaks - 1 : breaks;
}
