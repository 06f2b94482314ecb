import { describe, expect, it } from 'vitest';
import { isSaidOf } from '../support/saidTime.js';

const minute = 60_000;
const now = Date.UTC(2026, 0, 2, 0, 0, 30);

describe('isSaidOf', () => {
  it('knows what passed at either end of the time in which it was shown', () => {
    const at = now - 41 * minute;
    const shown = ['40 min ago', '41 min ago', '43 minutes ago', '44 minutes ago', 'now', 'in 41 minutes'];
    expect(shown.map(words => isSaidOf(at, words, now, now + 2.5 * minute))).toEqual([
      ...[false, true, true, true],
      ...[false, false],
    ]);
    expect(isSaidOf(at, '1 hour ago', now, now + 5 * minute)).toBe(true);
  });

  it('takes now for less than a minute, as shortly after midnight', () => {
    const at = now - 24_600;
    for (const words of ['now', 'just now', '1 minute ago']) expect(isSaidOf(at, words, now, now + minute)).toBe(true);
    expect(isSaidOf(at, '41 minutes ago', now, now + minute)).toBe(false);
    expect(isSaidOf(now - 90_000, 'just now', now, now + minute)).toBe(false);
  });

  it('knows what is left', () => {
    const until = now + 15 * minute - 1200;
    const shown = ['in 15 minutes', 'in 14 minutes', 'in 13 minutes', 'in 11 minutes', '15 minutes ago'];
    expect(shown.map(words => isSaidOf(until, words, now, now + 2 * minute))).toEqual([true, true, true, false, false]);
    expect(isSaidOf(until, 'soon', now, now)).toBe(false);
  });
});
