import type { WorkItemRow } from './workItemRow.js';

/** Means "no due date" in `due_sort`: later than any time one can enter, exact in a double. */
export const noDue = 9_007_199_254_740_991;

/**
 * The columns in which the queue is ordered. Numbers are handed out as items are added, so the number reflects the age: it
 * distinguishes what was added in the same millisecond, and makes the order total.
 */
export const queueOrderColumns = ['priority', 'rank', 'due_sort', 'number'] as const;

export type QueuePlace = Pick<WorkItemRow, (typeof queueOrderColumns)[number]>;

/** The order in which `next` takes work items: priority, rank, due, age. */
export function compareQueueOrder(left: QueuePlace, right: QueuePlace): number {
  return (
    left.priority - right.priority ||
    left.rank - right.rank ||
    left.due_sort - right.due_sort ||
    left.number - right.number
  );
}
