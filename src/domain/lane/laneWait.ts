import * as z from 'zod';
import { type Message, message } from '../../messages/message.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { formatRef } from '../identifier/identifier.js';
import type { WorkerRow } from '../worker/workerRow.js';
import type { LaneRow } from './laneRow.js';

export const laneWaitSchema = z.object({
  lane: z.string(),
  /** True if that lane will not be merged without intervention. */
  stuck: z.boolean(),
  ended: z.boolean(),
  /** Its state, as the end of a sentence: `L-1 (login) is in review`. */
  text: sentenceSchema,
});
export type LaneWait = z.output<typeof laneWaitSchema>;

export interface ParentLane {
  readonly lane: Pick<LaneRow, 'number' | 'name' | 'status' | 'close_reason'>;
  readonly worker: Pick<WorkerRow, 'state' | 'cancelled' | 'reason'> | undefined;
}

/** True for a lane whose work may not have started. A restored lane is active and may wait again. */
export function mayWait(lane: Pick<LaneRow, 'status'>, worker: Pick<WorkerRow, 'state'> | undefined): boolean {
  return lane.status === 'planned' || (lane.status === 'active' && worker?.state === 'ASSIGNED');
}

export function waitsFor(parents: readonly ParentLane[]): LaneWait[] {
  return parents.flatMap(parent => (parent.lane.status === 'merged' ? [] : [waitFor(parent)]));
}

function waitFor({ lane, worker }: ParentLane): LaneWait {
  const subject = `${formatRef('lane', lane.number)} (${lane.name})`;
  const wait = (text: Message, stuck = false): LaneWait => ({
    lane: lane.name,
    stuck,
    ended: lane.status === 'closed',
    text,
  });
  if (worker?.state === 'FAILED') {
    if (worker.cancelled === 1) return wait(message('lanes.waitCancelled', { lane: subject }), true);
    if (worker.reason === null) return wait(message('lanes.waitFailed', { lane: subject }), true);
    return wait(message('lanes.waitFailedWith', { lane: subject, reason: worker.reason }), true);
  }
  if (lane.status === 'closed') {
    return wait(message('lanes.waitClosed', { lane: subject, reason: lane.close_reason ?? '' }), true);
  }
  return wait(message('input.isStateOpen', { subject, state: message(`state.${worker?.state ?? lane.status}`) }));
}
