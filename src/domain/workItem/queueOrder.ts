import type { WorkItemRow } from './workItemRow.js';

/** "No due date" in `due_sort`: later than any valid time, exact in a double. */
export const noDue = 9_007_199_254_740_991;

/** `number` makes the order total. */
export const queueOrderColumns = ['priority', 'rank', 'due_sort', 'number'] as const;

export type QueuePlace = Pick<WorkItemRow, (typeof queueOrderColumns)[number]>;

export function compareQueueOrder(left: QueuePlace, right: QueuePlace): number {
  return (
    left.priority - right.priority ||
    left.rank - right.rank ||
    left.due_sort - right.due_sort ||
    left.number - right.number
  );
}
