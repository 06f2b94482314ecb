import { describe, expect, it } from 'vitest';
import { compareQueueOrder, noDue, type QueuePlace } from './queueOrder.js';

const place = (change: Partial<QueuePlace>): QueuePlace => ({
  priority: 2,
  rank: 0,
  due_sort: noDue,
  number: 5,
  ...change,
});

describe('the order of the queue', () => {
  it.each<[string, Partial<QueuePlace>, Partial<QueuePlace>]>([
    ['priority before rank', { priority: 1, rank: 9 }, { priority: 2, rank: -9 }],
    ['rank before due', { rank: -1, due_sort: noDue }, { rank: 0, due_sort: 1 }],
    ['due before age', { due_sort: 10, number: 9 }, { due_sort: 11, number: 1 }],
    ['a due date before none', { due_sort: 253_402_300_799_999, number: 9 }, { due_sort: noDue, number: 1 }],
    ['age last', { number: 4 }, { number: 5 }],
    ['ranks between whole numbers', { rank: 0.25, number: 9 }, { rank: 0.5, number: 1 }],
  ])('%s', (_name, first, second) => {
    expect(compareQueueOrder(place(first), place(second))).toBeLessThan(0);
    expect(compareQueueOrder(place(second), place(first))).toBeGreaterThan(0);
  });

  it('is exact in a double', () => {
    expect(Number.isSafeInteger(noDue)).toBe(true);
  });
});
