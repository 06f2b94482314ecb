import { expect, it } from 'vitest';
import { bySeverity } from '../../../domain/finding/findingSeverity.js';
import { countFindings, highestSeverity } from './findingCounts.js';

const none = bySeverity(() => 0);

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
    ['src/retry.ts', { ...none, high: 1, low: 1 }],
    ['src/new.ts', { ...none, medium: 1, low: 1 }],
  ]);
});

it('marks a file by its most severe finding', () => {
  expect(highestSeverity({ ...none, high: 1, medium: 4, low: 7 })).toBe('high');
  expect(highestSeverity({ ...none, medium: 4, low: 7 })).toBe('medium');
  expect(highestSeverity({ ...none, low: 7 })).toBe('low');
});
