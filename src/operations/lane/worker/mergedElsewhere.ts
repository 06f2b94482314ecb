import * as z from 'zod';
import { mergeQuestionId } from '../../../domain/message/mergeQuestion.js';
import { anyPerson } from '../../../domain/message/messageRow.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import type { WorkTree } from '../../../git/workTree.js';
import { errorText } from '../../../messages/errorText.js';
import { message } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import type { Context } from '../../../records/context.js';
import { laneCalled, requireLanes, workerOf } from '../../../records/lane/laneAccess.js';
import { writeMessage } from '../../../records/message/writeMessage.js';
import { findWorker, type WorkerAndLane } from '../../../records/worker/workerAccess.js';
import { endReviews } from '../endReviews.js';
import { takeDownMerged } from '../takeDownTask.js';
import { clearLeftovers } from './clearLeftovers.js';
import { clearMerged } from './clearMerged.js';
import { concludeMerge } from './concludeMerge.js';
import { mergeRules } from './mergeRules.js';

export const foundMergedSchema = z.object({
  lane: z.string(),
  commit: z.string(),
  /** `asked`: a commit makes the same change, and a person is asked if it is the merge. */
  outcome: z.enum(['recorded', 'asked']),
});
export type FoundMerged = z.output<typeof foundMergedSchema>;

/** Records merges of work in review by `git merge` or a pull request. Asks once if only the change is the same. */
export async function recordMergedElsewhere(
  context: Context,
  ports: LanePorts & { readonly workTree: WorkTree },
): Promise<FoundMerged[]> {
  const found: FoundMerged[] = [];
  for (const submitted of await lanesInReview(context)) {
    const { lane, worker } = submitted;
    const { into } = await mergeRules(context, lane);
    const trees = await ports.trees();
    const tip = worker.submitted_sha ?? '';
    const merged = await trees.findMerged({ tip, start: lane.base_sha, into });
    if (merged?.how === 'merged') {
      // Commits after the submission may have been merged too: then they are the finished work, which no gate has checked.
      const last = await trees.branchCommit(lane.branch);
      const judged = last !== undefined && last !== tip && (await trees.isIn(last, into)) ? last : undefined;
      await recordMerged(context, ports, submitted, { commit: merged.commit, into, judged });
      found.push({ lane: lane.name, commit: merged.commit, outcome: 'recorded' });
    } else if (merged !== undefined && (await askOnce(context, submitted, { commit: merged.commit, into }))) {
      found.push({ lane: lane.name, commit: merged.commit, outcome: 'asked' });
    }
  }
  return found;
}

async function lanesInReview({ store }: Context): Promise<WorkerAndLane[]> {
  return store.read(async transaction => {
    const found: WorkerAndLane[] = [];
    for (const lane of await transaction.lanes.list(['review'])) {
      const worker = await workerOf(transaction, lane.id);
      if (worker?.submitted_sha != null && (worker.state === 'IN_REVIEW' || worker.state === 'APPROVED')) {
        found.push({ lane, worker });
      }
    }
    return found;
  });
}

/** Records that submitted work is in its base, and removes the worktree. No effect if it is no longer in review. */
export async function recordMerged(
  context: Context,
  ports: LanePorts & { readonly workTree: WorkTree },
  { lane: { id }, worker }: WorkerAndLane,
  { commit, into, judged }: { readonly commit: string; readonly into: string; readonly judged?: string | undefined },
): Promise<void> {
  const isRecorded = await context.store.transaction(async transaction => {
    const found = await findWorker(transaction, id);
    if (found.lane.status !== 'review' || found.worker.submitted_sha !== worker.submitted_sha) return false;
    await concludeMerge(context, transaction, found, {
      act: 'mergeElsewhere',
      commit,
      takesDown: true,
      payload: { into, elsewhere: true },
      finish: { commit: judged ?? worker.submitted_sha ?? commit, bases: null },
    });
    return true;
  });
  if (!isRecorded) return;
  await endReviews(context, ports);
  await clearMerged(context, ports, id);
}

async function askOnce(
  context: Context,
  { lane, worker }: WorkerAndLane,
  { commit, into }: { readonly commit: string; readonly into: string },
): Promise<boolean> {
  const dispatchId = mergeQuestionId({ id: lane.id, head: worker.submitted_sha }, commit);
  const subject = say(message('workers.sameChange', { commit: commit.slice(0, 10), into, lane: laneCalled(lane) }));
  const text = say(message('workers.sameChangeHint', { lane: lane.name, commit: commit.slice(0, 10) }));
  return context.store.transaction(async transaction => {
    if ((await transaction.messages.dispatched(dispatchId)) !== undefined) return false;
    await writeMessage(context, transaction, {
      id: context.ids.ulid(context.clock.now()),
      sender: lane.name,
      recipient: anyPerson,
      kind: 'question',
      subject,
      columns: { payload: JSON.stringify({ text, data: null, brief: null }), blob: null, blob_sha256: null },
      lane,
      dispatchId,
    });
    return true;
  });
}

/** Records merges elsewhere and removes leftovers of merged lanes and finished tasks. Only logs failures. */
export async function noticeMerged(context: Context): Promise<void> {
  if (context.lanes === undefined || context.workTree === undefined) return;
  try {
    const ports = requireLanes(context);
    await recordMergedElsewhere(context, ports);
    await clearLeftovers(context, ports);
    await takeDownMerged(context, ports);
  } catch (error) {
    context.log.warn(`Merged lanes could not be recorded: ${errorText(error)}`);
  }
}
