import { expect, it } from 'vitest';
import { readRequest } from '../domain/workflow/readRequest.js';
import { titleOf } from './words.js';

it('has a title at once, however long a request was pasted', () => {
  const started = performance.now();
  for (const letter of ['a', '!', ' ', '.', '-']) titleOf(readRequest(letter.repeat(1_000_000)).words, 60);
  // Read whole, one of them takes half an hour.
  expect(performance.now() - started).toBeLessThan(20_000);
});
