import { expect, it } from 'vitest';
import { commandText } from './commandText.js';

it.each<[string[], string]>([
  [['npm', 'test'], 'npm test'],
  [[' npm test && make '], 'npm test && make'],
  [['npm', 'test', '--', '--grep', 'a b'], `npm test -- --grep 'a b'`],
  [['node', '-e', `console.log('x')`], `node -e 'console.log('\\''x'\\'')'`],
  [['a', ''], `a ''`],
])('writes %j as %j', (words, text) => {
  expect(commandText(words)).toBe(text);
});
