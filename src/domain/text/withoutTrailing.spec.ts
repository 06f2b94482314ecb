import { expect, it } from 'vitest';
import { withoutTrailing } from './withoutTrailing.js';

it.each([
  ['Say why.!?.', 'Say why'],
  ['a.b', 'a.b'],
  ['...', ''],
  ['', ''],
  ['.a', '.a'],
])('takes the characters off the end alone: %j', (text, left) => {
  expect(withoutTrailing(text, '.!?')).toBe(left);
});
