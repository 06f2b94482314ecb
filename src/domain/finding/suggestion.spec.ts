import { expect, it } from 'vitest';
import { suggestionIn } from './suggestion.js';

it.each([
  [
    'Count once.\n```suggestion\nconst one = 1;\n```\nSee above.',
    { lines: 'const one = 1;', rest: 'Count once.\n\nSee above.' },
  ],
  ['```suggestion\r\na\r\n\r\nb\r\n```', { lines: 'a\n\nb', rest: '' }],
  ['Remove it.\n```suggestion\n```', { lines: '', rest: 'Remove it.' }],
  ['An empty line.\n```suggestion\n\n```', { lines: '', rest: 'An empty line.' }],
  ['````suggestion\n```js\ncode\n```\n````', { lines: '```js\ncode\n```', rest: '' }],
  ['```suggestion\n$& $1\n```', { lines: '$& $1', rest: '' }],
  ['```suggestion\n  return one;\n  ```', { lines: '  return one;', rest: '' }],
  ['  ```suggestion\n  return one;\n```', { lines: '  return one;', rest: '' }],
  ['```js\nconst one = 1;\n```', undefined],
  ['```suggestion\nnever closed', undefined],
  ['in a line ```suggestion', undefined],
  ['', undefined],
])('%j', (text, expected) => {
  expect(suggestionIn(text)).toEqual(expected);
});
