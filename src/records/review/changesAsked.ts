import { mayBeSameActor } from '../../domain/actor/sameActor.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import { type Message, message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import { gradedRuns } from './gradedRuns.js';

type Submission = Pick<WorkerRow, 'submitted_sha' | 'state_changed_at'>;

/**
 * Latest review of a submitted lane that asks for changes of what was submitted; undefined if each reviewer's last word is another one.
 * Reviews of the time before count only on the submitted commit.
 */
export async function changesAsked(
  transaction: Transaction,
  branch: string,
  { submitted_sha, state_changed_at }: Submission,
): Promise<ReviewRunRow | undefined> {
  const runs = await gradedRuns(transaction, await transaction.reviewRuns.ofSubject(branch));
  const last: typeof runs = [];
  for (const run of runs) {
    const isOfIt = run.commit_sha === submitted_sha || (run.reviewed_at ?? 0) > state_changed_at;
    if (run.verdict !== null && isOfIt && !last.some(other => mayBeSameActor(other, run))) last.push(run);
  }
  return last.find(({ verdict, request_changes }) => verdict === 'fail' || request_changes === 1);
}

/** Sentence about the review that asks for changes of each submitted lane, by the lane's id. */
export async function changesAskedOf(
  transaction: Transaction,
  open: readonly LaneRow[],
): Promise<ReadonlyMap<string, Message>> {
  const workers = await transaction.workers.ofLanes(open.map(({ id }) => id));
  const asked = new Map<string, Message>();
  for (const worker of workers.filter(({ state }) => state === 'IN_REVIEW')) {
    const lane = open.find(({ id }) => id === worker.lane_id);
    const run = lane && (await changesAsked(transaction, lane.branch, worker));
    if (lane === undefined || run === undefined) continue;
    const words = { actor: run.actor, review: formatRef('reviewRun', run.number) };
    asked.set(lane.id, message('reviews.changesRequested', words));
  }
  return asked;
}
