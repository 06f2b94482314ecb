import { expect, it } from 'vitest';
import { momentsBefore } from './moments.js';

it.each([
  ['on a Friday', new Date(2026, 10, 27, 16, 5), [new Date(2026, 10, 6, 9, 40), new Date(2026, 10, 26, 17, 0)]],
  ['on a Sunday', new Date(2026, 10, 29, 16, 5), [new Date(2026, 10, 9, 9, 40), new Date(2026, 10, 27, 17, 0)]],
])('counts working days up to yesterday, and minutes back from now, %s', (_, now, [first, last]) => {
  const moment = momentsBefore(now.getTime());
  expect([moment('0 09:40'), moment('14 17:00')]).toEqual([first?.getTime(), last?.getTime()]);
  expect(moment('-45')).toBe(now.getTime() - 45 * 60_000);
});
