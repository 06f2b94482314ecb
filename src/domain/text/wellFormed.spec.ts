import { expect, it } from 'vitest';
import { wellFormed } from './wellFormed.js';

it.each([
  ['plain é 😀', 'plain é 😀'],
  ['cut \uD83D', 'cut \uFFFD'],
  ['\uDE00 cut', '\uFFFD cut'],
  ['\uD83D\uD83D\uDE00', '\uFFFD😀'],
  [
    { a: ['x\uD83D', 1, null], 'k\uDE00': true },
    { a: ['x\uFFFD', 1, null], 'k\uFFFD': true },
  ],
])('makes of %j what can be encoded', (value, expected) => {
  expect(wellFormed<unknown>(value)).toEqual(expected);
});
