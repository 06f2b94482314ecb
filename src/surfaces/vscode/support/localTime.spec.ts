import { expect, it } from 'vitest';
import { editableTime, localTime, withLocalTimes } from './localTime.js';

it('writes a time so that it can be typed again', () => {
  expect(editableTime(new Date(2026, 10, 3, 9, 5).toISOString())).toBe('2026-11-03T09:05');
  expect(editableTime(new Date(2026, 10, 3, 9, 5, 7).toISOString())).toBe('2026-11-03T09:05:07');
  expect(editableTime(null)).toBe('');
});

it('puts local times into a sentence', () => {
  const iso = '2026-11-21T03:36:37.519Z';
  expect(withLocalTimes(`W-2 is held until ${iso}.`)).toBe(`W-2 is held until ${localTime(iso)}.`);
  expect(localTime(iso)).not.toContain('T03');
});
