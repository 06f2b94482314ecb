import { describe, expect, it } from 'vitest';
import { textsOfPage } from '../../test/support/dashboardTexts.js';
import { relativeHolds, Text } from './text.js';

const texts = {
  ...textsOfPage,
  'event.work_item_claimed': '{0} claimed {1}',
  'working.lease': 'lease until {0}, {0}',
};
const english = new Text(texts, 'en');
const now = Date.parse('2026-11-21T12:00:00Z');

describe('texts of the page', () => {
  it('puts values in their places, as text or as parts', () => {
    expect(english.of('event.work_item_claimed', 'ada', 'W-3')).toBe('ada claimed W-3');
    expect(english.parts<unknown>('event.work_item_claimed', 'ada', { button: 'W-3' })).toEqual([
      'ada',
      ' claimed ',
      { button: 'W-3' },
    ]);
    expect(english.of('working.lease', 'noon')).toBe('lease until noon, noon');
    expect(english.of('event.work_item_claimed', '{1}', 'W-3')).toBe('{1} claimed W-3');
  });

  it.each([
    ['2026-11-21T12:00:20Z', 'now', 'jetzt'],
    ['2026-11-21T12:10:00Z', 'in 10 minutes', 'in 10 Minuten'],
    ['2026-11-21T11:59:01Z', 'now', 'jetzt'],
    ['2026-11-21T11:59:00Z', '1 minute ago', 'vor 1 Minute'],
    ['2026-11-21T11:14:01Z', '45 minutes ago', 'vor 45 Minuten'],
    ['2026-11-21T10:00:01Z', '1 hour ago', 'vor 1 Stunde'],
    ['2026-11-21T09:00:00Z', '3 hours ago', 'vor 3 Stunden'],
    ['2026-11-20T12:00:00Z', 'yesterday', 'gestern'],
    ['2026-11-24T12:00:00Z', 'in 3 days', 'in 3 Tagen'],
  ])('says %s as %s', (iso, inEnglish, inGerman) => {
    expect(english.relative(iso, now)).toBe(inEnglish);
    expect(new Text(texts, 'de').relative(iso, now)).toBe(inGerman);
  });

  it('says days and numbers as the language does', () => {
    expect(english.day('2026-11-01')).toBe('Nov 1');
    expect(new Text(texts, 'de').number(12345)).toBe('12.345');
    expect(new Text(texts, 'no-such-language').number(1)).toBe('1');
  });
});

describe('how long a relative time holds', () => {
  it.each([
    // "in 10 minutes" becomes "in 9 minutes" at nine and a half.
    [['2026-11-21T12:10:00Z'], 30_001],
    // "now" becomes "1 minute ago" after a minute.
    [['2026-11-21T12:00:00Z'], 60_000],
    // "3 hours ago" becomes "4 hours ago" once the fourth has passed.
    [['2026-11-21T09:00:00Z'], 60 * 60_000],
    [['2026-11-21T09:00:00Z', '2026-11-21T12:10:00Z'], 30_001],
    [['2026-11-21T11:15:40Z'], 40_000],
    // "59 minutes ago" becomes "1 hour ago".
    [['2026-11-21T11:00:10Z'], 10_000],
    // "in 45 seconds" is "now", until a minute has passed.
    [['2026-11-21T12:00:30Z'], 90_001],
    [[], 24 * 3_600_000],
  ])('%j: %i ms', (times, expected) => {
    expect(relativeHolds(times, now)).toBe(expected);
    if (times.length === 0) return;
    const say = (at: number): string[] => times.map(time => english.relative(time, at));
    if (expected > 1000) expect(say(now + expected - 10)).toEqual(say(now));
    expect(say(now + expected + 10)).not.toEqual(say(now));
  });

  it('is never less than a second', () => {
    expect(relativeHolds(['2026-11-21T12:00:45.1Z'], now)).toBe(1000);
  });
});
