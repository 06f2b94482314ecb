import { expect, it } from 'vitest';
import { splitLabels } from './splitLabels.js';

it('splits at commas and spaces and names each label once', () => {
  expect(splitLabels(' ui, ci  ui,,login ')).toEqual(['ui', 'ci', 'login']);
  expect(splitLabels('  ')).toEqual([]);
});
