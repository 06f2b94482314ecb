import { describe, expect, it } from 'vitest';
import { localTime, relativeTime, span } from './time.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('span', () => {
  it.each([
    [0, '0 s'],
    [59 * second, '59 s'],
    [minute, '1 min'],
    [119 * minute, '1 h'],
    [3 * day + 5 * hour, '3 d'],
    [-2 * hour, '2 h'],
  ])('of %i ms is %s', (ms, text) => {
    expect(span(ms)).toBe(text);
  });
});

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [-3 * minute, '3 min ago'],
    [2 * hour, 'in 2 h'],
    [999, 'now'],
  ])('%i ms from now is %s', (offset, text) => {
    expect(relativeTime(1_793_613_600_000 + offset, 1_793_613_600_000)).toBe(text);
  });
});

describe('localTime', () => {
  it('is in the machine’s time zone', () => {
    expect(localTime(new Date(2026, 0, 5, 7, 9).getTime())).toBe('2026-01-05 07:09');
  });
});
