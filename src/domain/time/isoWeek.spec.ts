import { describe, expect, it } from 'vitest';
import { isCalendarDate, isoWeekOf, mondayOf } from './isoWeek.js';
import { dateIn, datesBetween, isTimeZone, startOfDate } from './timeZone.js';

describe('ISO weeks', () => {
  it.each([
    ['2026-W47', '2026-11-16'],
    ['2026-W01', '2025-12-29'],
    ['2026-W53', '2026-12-28'],
    ['2027-W01', '2027-01-04'],
    ['2027-W52', '2027-12-27'],
    ['2020-W53', '2020-12-28'],
  ])('%s begins on %s', (week, monday) => {
    expect(mondayOf(week)).toBe(monday);
    expect(isoWeekOf(monday)).toBe(week);
  });

  it.each([['2026-W00'], ['2027-W53'], ['2026-W54'], ['2026-W5'], ['2026-47'], ['26-W47'], ['2026-w47'], ['']])(
    'does not take %j for one',
    week => {
      expect(mondayOf(week)).toBeUndefined();
    },
  );

  it('puts the days around a new year into the week of their Thursday', () => {
    const dates = ['2026-12-27', '2026-12-28', '2027-01-01', '2027-01-03', '2027-01-04'];
    expect(dates.map(isoWeekOf)).toEqual(['2026-W52', '2026-W53', '2026-W53', '2026-W53', '2027-W01']);
  });

  it('knows which dates exist', () => {
    expect(['2028-02-29', '2026-02-29', '2026-13-01', '2026-1-1', 'today'].map(isCalendarDate)).toEqual([
      ...[true, false, false, false, false],
    ]);
  });
});

describe('time zones', () => {
  it('knows the zones there are', () => {
    expect(['UTC', 'Europe/Berlin', 'Berlin', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  });

  it.each([
    ['UTC', '2026-10-25', '2026-10-25T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-02', '2026-11-01T18:15:00.000Z'],
    // Clocks go from 00:00 to 01:00: the date begins at 01:00.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ])('in %s, %s begins at %s', (zone, date, begins) => {
    const time = startOfDate(zone, date);
    expect(new Date(time).toISOString()).toBe(begins);
    expect(dateIn(zone, time)).toBe(date);
    expect(dateIn(zone, time - 1)).not.toBe(date);
  });

  it('has days of 25 and 23 hours where clocks change', () => {
    const hours = (from: string): number[] => {
      const { bounds } = datesBetween('Europe/Berlin', from, 2);
      return bounds.slice(1).map((end, index) => (end - (bounds[index] ?? 0)) / 3_600_000);
    };
    expect(hours('2026-10-24')).toEqual([24, 25]);
    expect(hours('2026-03-28')).toEqual([24, 23]);
  });
});
