import type { LaneRow } from '../lane/laneRow.js';
import type { Need } from '../lane/need.js';
import type { WorkItemRow } from '../workItem/workItemRow.js';
import { isLiveLane } from './thread.js';

/** What a person decides about an item whose lanes have all ended: something is left of what was merged, or nothing was merged. */
export interface EndedWork {
  readonly how: 'merged' | 'failed';
  /** The name of the lane that ended last. */
  readonly lane: string;
}

/**
 * How the work of an item ended that waits for a person; undefined where it waits for an answer to a question. `lanes`: those of
 * the item that hold it, in the order in which they were opened. What ended before the item was taken up is not its work.
 */
export function endedWork(
  { status, claimed_at: since }: Pick<WorkItemRow, 'status' | 'claimed_at'>,
  lanes: readonly LaneRow[],
): EndedWork | undefined {
  if (status !== 'waiting_human' || lanes.some(lane => isLiveLane({ lane }))) return undefined;
  const ended = lanes.filter(({ updated_at: at }) => at >= (since ?? 0));
  const last = ended.find(lane => lane.status === 'merged') ?? ended.at(-1);
  return last && { how: last.status === 'merged' ? 'merged' : 'failed', lane: last.name };
}

const resolve = 'queue.resolve';
const retry = 'worker.retry';
const spawn = 'worker.spawn';

/** What continues from there: finish it, open another lane, try again in the lane that failed, or give it up. */
export function stepsAfter(ref: string, { how, lane }: EndedWork): Pick<Need, 'next' | 'acts'> {
  const again = { operation: spawn, input: { lane: ref } };
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
