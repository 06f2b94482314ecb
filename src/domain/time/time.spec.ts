import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from './duration.js';
import { parseTime } from './time.js';

/** 2026-11-02T10:00:00.000Z. */
const now = 1_793_613_600_000;
const iso = (text: string) => {
  const time = parseTime(text, now);
  return time === undefined ? undefined : new Date(time).toISOString();
};

describe('times', () => {
  it.each([
    ['2026-12-01T17:00Z', '2026-12-01T17:00:00.000Z'],
    ['2026-12-01T17:00:05Z', '2026-12-01T17:00:05.000Z'],
    ['2026-12-01T17:00:05.5Z', '2026-12-01T17:00:05.500Z'],
    ['2026-12-01T17:00:05.123456789Z', '2026-12-01T17:00:05.123Z'],
    ['2026-12-01 17:00+02:00', '2026-12-01T15:00:00.000Z'],
    ['2026-12-01t17:00z', '2026-12-01T17:00:00.000Z'],
    ['2026-12-01T17:00-0530', '2026-12-01T22:30:00.000Z'],
    ['2026-12-01T17:00+01', '2026-12-01T16:00:00.000Z'],
    ['2028-02-29T00:00Z', '2028-02-29T00:00:00.000Z'],
    ['1793613600000', '2026-11-02T10:00:00.000Z'],
    ['0', '1970-01-01T00:00:00.000Z'],
    ['now', '2026-11-02T10:00:00.000Z'],
    ['+2h', '2026-11-02T12:00:00.000Z'],
    ['+1d12h', '2026-11-03T22:00:00.000Z'],
    ['-3d', '2026-10-30T10:00:00.000Z'],
    ['+1W', '2026-11-09T10:00:00.000Z'],
    [' +90s ', '2026-11-02T10:01:30.000Z'],
  ])('reads %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it('reads what has no offset as local time', () => {
    expect(parseTime('2026-12-01T17:00', now)).toBe(new Date(2026, 11, 1, 17, 0).getTime());
    expect(parseTime('2026-12-01', now)).toBe(new Date(2026, 11, 1).getTime());
    const today = new Date(now);
    const midnight = (days: number) =>
      new Date(today.getFullYear(), today.getMonth(), today.getDate() + days).getTime();
    expect(parseTime('today', now)).toBe(midnight(0));
    expect(parseTime('Tomorrow', now)).toBe(midnight(1));
    expect(parseTime('yesterday', now)).toBe(midnight(-1));
  });

  it.each([
    [''],
    ['soon'],
    ['2026'],
    ['1793613600'],
    ['2026-13-01T00:00Z'],
    ['2026-02-29T00:00Z'],
    ['2026-04-31'],
    ['2026-00-10'],
    ['2026-12-01T24:00Z'],
    ['2026-12-01T17:60Z'],
    ['2026-12-01T17:00+25:00'],
    ['2026-12-01T17Z'],
    ['2h'],
    ['+2'],
    ['+2y'],
    ['+h'],
    ['--2h'],
    ['+99999999w'],
    ['-99999d'],
    ['999999999999999'],
    ['2026-12-01T17:00Z; drop'],
    ['١٢٣٤٥٦٧٨٩٠١'],
  ])('does not take %j for a time', text => {
    expect(parseTime(text, now)).toBeUndefined();
  });

  it('reads back every time that it may have written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), time => {
        expect(parseTime(new Date(time).toISOString(), now)).toBe(time);
      }),
    );
  });

  it('answers any text with a whole time or none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9TZ:. dhmsw]{0,30}$/)), text => {
        const time = parseTime(text, now);
        expect(time === undefined || Number.isSafeInteger(time)).toBe(true);
      }),
    );
  });
});

describe('durations', () => {
  it.each([
    ['90s', 90_000],
    ['15m', 900_000],
    ['1h30m', 5_400_000],
    ['2d', 172_800_000],
    ['1w', 604_800_000],
    ['250ms', 250],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([[''], ['15'], ['m'], ['-1m'], ['1.5h'], ['15 m'], ['1y']])('does not take %j for one', text => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('says a duration in its largest whole unit', () => {
    expect([900_000, 90_000, 7_200_000, 172_800_000, 1234, 604_800_000].map(formatDuration)).toEqual([
      '15m',
      '90s',
      '2h',
      '2d',
      '1234ms',
      '1w',
    ]);
  });
});
