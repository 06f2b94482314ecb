import { describe, expect, it } from 'vitest';
import { hostile } from '../../test/support/hostileStrings.js';
import { plainOf, spanPen, spansOf } from './spanPen.js';

const pen = spanPen(
  (text, ...values) => text.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)])),
  iso => iso.slice(0, 10),
  () => 'a sentence about W-3',
);

describe('a line for a page that draws text alone', () => {
  it('links the records that our own words name, and none that a text speaks of', () => {
    expect(spansOf(pen.t('{0} depends on W-2', pen.text('W-1')))).toEqual([
      { text: 'W-1' },
      { text: ' depends on ' },
      { text: 'W-2', ref: 'W-2' },
    ]);
    expect(spansOf(pen.said({ key: 'x' } as never))).toEqual([{ text: 'a sentence about W-3' }]);
    expect(spansOf('L-4, F-5, T-6')).toEqual([
      { text: 'L-4', ref: 'L-4' },
      { text: ', ' },
      { text: 'F-5', ref: 'F-5' },
      { text: ', ' },
      { text: 'T-6', ref: 'T-6' },
    ]);
    expect(spansOf('W-0 and XW-1')).toEqual([{ text: 'W-0 and XW-1' }]);
  });

  it('keeps code and tones apart from the words around them', () => {
    expect(
      spansOf(`${pen.code('npm test')} — ${pen.tone('error', pen.t('failed'))}, ${pen.tone('none', 'old')}`),
    ).toEqual([
      { text: 'npm test', code: true },
      { text: ' — ' },
      { text: 'failed', tone: 'error' },
      { text: ', ' },
      { text: 'old' },
    ]);
  });

  it('gives every text as one piece, whatever is in it', () => {
    for (const text of hostile) {
      const spans = spansOf(`Owner: ${pen.text(text)}!`);
      expect(spans.length, text).toBeLessThanOrEqual(3);
      expect(spans.filter(({ ref, code, tone }) => (ref ?? code ?? tone) !== undefined)).toEqual([]);
    }
    // A text that holds our marks would end its piece.
    expect(spansOf(pen.text('a\u0003W-1\u0001b\u0002c'))).toEqual([{ text: 'a W-1 b c' }]);
  });

  it('is read without marks', () => {
    expect(plainOf(`${pen.text('Fix')} ${pen.code('a.ts')}`)).toBe('Fix a.ts');
  });
});
