import { expect, it } from 'vitest';
import { readRequest } from './readRequest.js';

it('reads a request as it is, without the blanks around it', () => {
  expect(readRequest(`  ${'a'.repeat(4000)}\n`)).toEqual({ words: 'a'.repeat(4000) });
});

it('reads the first 4,000 characters of a longer one, and says so', () => {
  expect(readRequest(`${'a'.repeat(4000)}b`)).toEqual({ words: 'a'.repeat(4000), cutAt: 4000 });
});
