import * as z from 'zod';
import type { LaneRow } from '../lane/laneRow.js';
import type { Need } from '../lane/need.js';
import type { WorkItemRow } from '../workItem/workItemRow.js';
import { isLiveLane } from './thread.js';

/** What a person decides about an item whose lanes have all ended: something is left of what was merged, or nothing was merged. */
const endedWorkSchema = z.object({
  how: z.enum(['merged', 'failed']),
  /** The name of the lane that was merged, or that failed. */
  lane: z.string(),
});
export type EndedWork = z.output<typeof endedWorkSchema>;
const askedSchema = z.object({ ended: endedWorkSchema });

/**
 * How the work of an item ended that waits for a person; undefined where it waits for an answer to a question. `asked`: the payload
 * of the event with which it began to wait, whose field `ended` only the end of a lane writes. `lanes`: those of the item.
 */
export function endedWork(
  { status }: Pick<WorkItemRow, 'status'>,
  lanes: readonly LaneRow[],
  asked: unknown,
): EndedWork | undefined {
  if (status !== 'waiting_human' || lanes.some(lane => isLiveLane({ lane }))) return undefined;
  return askedSchema.safeParse(asked).data?.ended;
}

const resolve = 'queue.resolve';
const finish = 'task.finish';
const retry = 'worker.retry';
const spawn = 'worker.spawn';

/**
 * What continues from there: finish it, open another lane, try again in the lane that failed, or give it up. An item ends with its
 * live task `task`, where it has one.
 */
export function stepsAfter(
  ref: string,
  { how, lane }: EndedWork,
  task: string | undefined,
): Pick<Need, 'next' | 'acts'> {
  const again = { operation: spawn, input: { lane: ref } };
  if (how === 'merged' && task !== undefined)
    return { next: `task finish ${task}`, acts: [{ operation: finish, input: { task } }, again] };
  if (how === 'merged') {
    return {
      next: `queue resolve ${ref} --status done`,
      acts: [{ operation: resolve, input: { id: ref, status: 'done' } }, again],
    };
  }
  return {
    next: `worker retry ${lane}`,
    acts: [
      { operation: retry, input: { lane } },
      again,
      { operation: resolve, input: { id: ref, status: 'cancelled' } },
    ],
  };
}
