import { timelineLanguage } from '../../../present/timelineLanguage.js';
import { commentText } from './commentText.js';
import { markdownText } from './markdownText.js';

/** A mention of a record. Lines count from 0; `start` and `end` are offsets in the line in UTF-16 units. */
export interface Mention {
  /** `W-12`, `F-3`, `T-2`, `L-1`, `R-1`. */
  readonly ref: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Keep in step with syntaxes/references.injection.json: that marks references, this links them. */
const reference = /(?<![A-Za-z0-9/#.@=&?%\\-]|[A-Za-z0-9]_)[WFTLR]-[1-9]\d{0,14}(?![A-Za-z0-9-]|_[A-Za-z0-9])/g;
/** Longer lines are skipped: they are rarely read by people and slow to scan. */
const maxLineLength = 5_000;

/** Returns lines with spaces in place of non-text, empty without a reference; undefined for an unknown language. */
export function textOf(language: string, lines: readonly string[]): readonly string[] | undefined {
  const readable = lines.map(line => (line.length > maxLineLength ? '' : line));
  if (language === 'markdown') return markdownText(readable);
  if (language === 'git-commit' || language === 'scminput') return commitText(readable);
  if (language === timelineLanguage) return readable;
  return commentText(language, readable);
}

export function mentionsIn(text: readonly string[]): readonly Mention[] {
  return text.flatMap((content, line) =>
    [...content.matchAll(reference)].map(({ 0: ref, index }) => ({ ref, line, start: index, end: index + ref.length })),
  );
}

/** Blanks git's parts of a commit message: lines that begin with `#`, and the diff below the scissors line. */
function commitText(lines: readonly string[]): readonly string[] {
  const cut = lines.findIndex(line => /^# -+ >8 -+/.test(line));
  return (cut < 0 ? lines : lines.slice(0, cut)).map(line => (line.startsWith('#') ? '' : line));
}
