import { oneLine } from '../domain/text/oneLine.js';
import type { Sentence } from '../messages/sentence.js';
import type { Translate } from '../reports/translate.js';
import type { Tone } from './look.js';
import type { Pen } from './page.js';

/** A piece of a line, for pages of plain text. */
export interface Span {
  readonly text: string;
  readonly code?: true;
  readonly tone?: Tone;
  /** Named by Stateroom's own words; never set for text of records. */
  readonly ref?: string;
}

/** Marks in a pen's output. `oneLine` removes control characters from texts of records, so they contain none. */
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

/** Splits a line of a `spanPen`. Refs in Stateroom's own words become links. */
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

export function plainOf(written: string): string {
  return spansOf(written)
    .map(({ text }) => text)
    .join('');
}

/** Splits Stateroom's own words at refs: all of them, or only those in `refs`. */
export function linked(words: string, refs?: readonly string[]): Span[] {
  return words
    .split(reference)
    .filter(part => part !== '')
    .map(text => (reference.test(text) && (refs?.includes(text) ?? true) ? { text, ref: text } : { text }));
}
