import { expect, it } from 'vitest';
import { splitLabels, splitWords } from './splitLabels.js';

it('splits labels at commas and names each once, whatever its case', () => {
  expect(splitLabels(' Release notes, website,,Website , ci ')).toEqual(['Release notes', 'website', 'ci']);
  expect(splitLabels(' , ')).toEqual([]);
});

it('splits words at commas and spaces and names each once', () => {
  expect(splitWords(' ui, ci  ui,,login ')).toEqual(['ui', 'ci', 'login']);
  expect(splitWords('  ')).toEqual([]);
});
