import { expect, it } from 'vitest';
import { ageOf } from './age.js';

it.each([
  [0, 0],
  [-5000, 5000],
  [60_000, 0],
  [120_000, 0],
  [120_001, undefined],
])('a time %d ms from now is %j ms old', (from, age) => {
  expect(ageOf(1_000_000 + from, 1_000_000)).toBe(age);
});
