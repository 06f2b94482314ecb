import { expect, it } from 'vitest';
import { terminalWidth } from './processHost.js';

it('takes a terminal that does not know its size as one of 80 columns', () => {
  expect([terminalWidth(0), terminalWidth(undefined), terminalWidth(1), terminalWidth(120)]).toEqual([80, 80, 1, 120]);
});
