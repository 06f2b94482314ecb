import { timelineLanguage } from '../../../present/timelineLanguage.js';
import { commentText } from './commentText.js';
import { markdownText } from './markdownText.js';

/** A mention of a work item, finding, task, lane or investigation; lines count from 0, `start` and `end` in UTF-16 units from the line's beginning. */
export interface Mention {
  /** `W-12`, `F-3`, `T-2`, `L-1`, `R-1`. */
  readonly ref: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** The same words as in syntaxes/references.injection.json: one marks, the other links. */
const reference = /(?<![A-Za-z0-9/#.@=&?%\\-]|[A-Za-z0-9]_)[WFTLR]-[1-9]\d{0,14}(?![A-Za-z0-9-]|_[A-Za-z0-9])/g;
/** Longer lines are left out: no one reads them, and they would take long. */
const maxLineLength = 5_000;

/**
 * The lines of a document with spaces in place of all that is not text; empty where none holds a reference. Undefined for a
 * language that is not known.
 */
export function textOf(language: string, lines: readonly string[]): readonly string[] | undefined {
  const readable = lines.map(line => (line.length > maxLineLength ? '' : line));
  if (language === 'markdown') return markdownText(readable);
  if (language === 'git-commit' || language === 'scminput') return commitText(readable);
  if (language === timelineLanguage) return readable;
  return commentText(language, readable);
}

/** What such lines mention, in order. */
export function mentionsIn(text: readonly string[]): readonly Mention[] {
  return text.flatMap((content, line) =>
    [...content.matchAll(reference)].map(({ 0: ref, index }) => ({ ref, line, start: index, end: index + ref.length })),
  );
}

/** The message of a commit as git has it edited: lines that begin with `#` are git's, and below the cut it shows the change. */
function commitText(lines: readonly string[]): readonly string[] {
  const cut = lines.findIndex(line => /^# -+ >8 -+/.test(line));
  return (cut < 0 ? lines : lines.slice(0, cut)).map(line => (line.startsWith('#') ? '' : line));
}
