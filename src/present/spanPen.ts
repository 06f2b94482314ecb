import { oneLine } from '../domain/text/oneLine.js';
import type { Sentence } from '../messages/sentence.js';
import type { Translate } from '../reports/translate.js';
import type { Tone } from './look.js';
import type { Pen } from './page.js';

/** A piece of a line, for a page that draws text only. */
export interface Span {
  readonly text: string;
  /** A command, path or commit. */
  readonly code?: true;
  readonly tone?: Tone;
  /** The record that Stateroom's own words name here; never set for text from records. */
  readonly ref?: string;
}

/** Marks around a pen's output. `oneLine` removes control characters from all texts of records, so none contains one. */
const marks = { text: '\u0001', code: '\u0002', end: '\u0003', toneEnd: '\u0004' } as const;
const toneMarks: Readonly<Record<Tone, string>> = {
  none: '\u0005',
  good: '\u0006',
  info: '\u0007',
  warning: '\u000e',
  error: '\u000f',
};
const toneOf = new Map(Object.entries(toneMarks).map(([tone, mark]) => [mark, tone as Tone]));

const isMark = new RegExp(`([${[...Object.values(marks), ...Object.values(toneMarks)].join('')}])`);
const reference = /\b([WFTLR]-[1-9]\d{0,14})\b/;

/** Writes lines for `spansOf`. */
export function spanPen(t: Translate, time: Pen['time'], tell: (sentence: Sentence) => string): Pen {
  const text = (raw: string): string => `${marks.text}${oneLine(raw)}${marks.end}`;
  return {
    t,
    time,
    text,
    said: sentence => text(tell(sentence)),
    code: raw => `${marks.code}${oneLine(raw)}${marks.end}`,
    tone: (tone, written) => `${toneMarks[tone]}${written}${marks.toneEnd}`,
  };
}

/** Splits a line of a `spanPen`; references in Stateroom's own words link to their records. */
export function spansOf(written: string): Span[] {
  const spans: Span[] = [];
  let kind: 'own' | 'text' | 'code' = 'own';
  let tone: Tone | undefined;
  for (const part of written.split(isMark)) {
    if (part === marks.text) kind = 'text';
    else if (part === marks.code) kind = 'code';
    else if (part === marks.end) kind = 'own';
    else if (part === marks.toneEnd) tone = undefined;
    else if (toneOf.has(part)) tone = toneOf.get(part);
    else if (part !== '') {
      const look = tone === undefined || tone === 'none' ? {} : { tone };
      if (kind === 'own') spans.push(...linked(part).map(span => ({ ...span, ...look })));
      else spans.push({ text: part, ...(kind === 'code' ? { code: true as const } : {}), ...look });
    }
  }
  return spans;
}

/** Returns a line of a `spanPen` as plain text. */
export function plainOf(written: string): string {
  return spansOf(written)
    .map(({ text }) => text)
    .join('');
}

/** Splits Stateroom's own words at references to any record, or only to those in `refs`. */
export function linked(words: string, refs?: readonly string[]): Span[] {
  return words
    .split(reference)
    .filter(part => part !== '')
    .map(text => (reference.test(text) && (refs?.includes(text) ?? true) ? { text, ref: text } : { text }));
}
