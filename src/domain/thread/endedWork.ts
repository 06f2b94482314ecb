import * as z from 'zod';
import type { LaneRow } from '../lane/laneRow.js';
import type { Need } from '../lane/need.js';
import type { WorkItemRow } from '../workItem/workItemRow.js';
import { isLiveLane } from './thread.js';

/** Decision for a person after all lanes of an item have ended: work remains after a merge, or nothing was merged. */
const endedWorkSchema = z.object({
  how: z.enum(['merged', 'failed']),
  lane: z.string(),
});
export type EndedWork = z.output<typeof endedWorkSchema>;
const askedSchema = z.object({ ended: endedWorkSchema });

/**
 * Undefined if the item waits for an answer. `asked` is the payload of the event that started the wait; only the end of a lane
 * writes its field `ended`.
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

/** Finish, open another lane, retry, or cancel. An item with a live `task` ends with it. */
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
