import { expect, it } from 'vitest';
import { readTypedSeverity } from './typedSeverity.js';

it.each([
  ['Loses the last row', 'Loses the last row', undefined],
  ['!high Loses the last row', 'Loses the last row', 'high'],
  ['Loses the last row !low', 'Loses the last row', 'low'],
  ['  !medium\nLoses the last row\nand the first ', 'Loses the last row\nand the first', 'medium'],
  ['Why?\n```suggestion\nx\n```\n!high', 'Why?\n```suggestion\nx\n```', 'high'],
  ['!high', '!high', undefined],
  ['!urgent Loses the last row', '!urgent Loses the last row', undefined],
  ['if (!high) is inverted', 'if (!high) is inverted', undefined],
  ['!constructor is called', '!constructor is called', undefined],
])('reads %j', (typed, text, severity) => {
  expect(readTypedSeverity(typed)).toEqual({ text, severity });
});
