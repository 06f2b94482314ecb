import { expect, it } from 'vitest';
import { dayBounds } from './dayBounds.js';

const now = Date.parse('2026-11-21T23:30:00Z');
const utc = (text: string): number => Date.parse(`2026-${text}Z`);

it.each([
  ['in Greenwich', 0, ['2026-11-20', '2026-11-21'], ['11-20T00:00', '11-21T00:00', '11-22T00:00']],
  [
    'an hour east, where it is tomorrow',
    60,
    ['2026-11-21', '2026-11-22'],
    ['11-20T23:00', '11-21T23:00', '11-22T23:00'],
  ],
  ['five hours west', -300, ['2026-11-20', '2026-11-21'], ['11-20T05:00', '11-21T05:00', '11-22T05:00']],
  ['in Kathmandu', 345, ['2026-11-21', '2026-11-22'], ['11-20T18:15', '11-21T18:15', '11-22T18:15']],
])('begins days at midnight %s', (_where, offset, dates, bounds) => {
  expect(dayBounds(now, offset, 2)).toEqual({ dates, bounds: bounds.map(utc) });
});

it('begins a day with its first millisecond', () => {
  expect(dayBounds(utc('11-21T00:00'), 0, 1).dates).toEqual(['2026-11-21']);
  expect(dayBounds(utc('11-21T00:00') - 1, 0, 1).dates).toEqual(['2026-11-20']);
});
