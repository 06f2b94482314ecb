import { expect, it } from 'vitest';
import { countFindings, mostSevere } from './findingCounts.js';

it('counts the findings of a file by weight, where the file is now', () => {
  const counts = countFindings(
    [
      { path: 'src/retry.ts', severity: 'low' },
      { path: 'src/retry.ts', severity: 'high' },
      { path: 'src/old.ts', severity: 'medium' },
      { path: 'src/older.ts', severity: 'low' },
    ],
    new Map([['src/new.ts', ['src/old.ts', 'src/older.ts']]]),
  );
  expect([...counts]).toEqual([
    ['src/retry.ts', { high: 1, medium: 0, low: 1 }],
    ['src/new.ts', { high: 0, medium: 1, low: 1 }],
  ]);
});

it('marks a file by its most severe finding', () => {
  expect(mostSevere({ high: 1, medium: 4, low: 7 })).toBe('high');
  expect(mostSevere({ high: 0, medium: 4, low: 7 })).toBe('medium');
  expect(mostSevere({ high: 0, medium: 0, low: 7 })).toBe('low');
});
