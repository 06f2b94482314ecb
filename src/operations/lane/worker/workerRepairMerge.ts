import * as z from 'zod';
import { laneSchema } from '../../../domain/lane/lane.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { throwIfRefused } from '../../../domain/refusal/refusal.js';
import { checkWorkerAct, isDone } from '../../../domain/worker/workerTransition.js';
import { say } from '../../../messages/say.js';
import type { Context } from '../../../records/context.js';
import { moveLane, requireLanes, showLane } from '../../../records/lane/laneAccess.js';
import { ownLaneField } from '../../../records/lane/laneFields.js';
import { writeToLane } from '../../../records/message/writeMessage.js';
import { laneCallerOf } from '../../../records/worker/laneCaller.js';
import {
  findWorker,
  moveWorker,
  ownLane,
  rightRefusal,
  type WorkerAndLane,
} from '../../../records/worker/workerAccess.js';
import type { Transaction } from '../../../store/store.js';
import { pathList } from '../../gitWords.js';
import { defineOperation } from '../../operation.js';
import { conflictsWith, type Repair } from './mergeConflicts.js';
import { mergeRules } from './mergeRules.js';
import { reviewRefusal } from './reviewer.js';
import { takeBack } from './submission.js';

export const workerRepairMerge = defineOperation({
  name: 'worker.repairMerge',
  order: 160,
  title: 'Prepare Merge Repair',
  summary: 'Starts the conflicting merge in the lane’s worktree so its worker can resolve it (state: CONFLICTED).',
  input: z.strictObject({ lane: ownLaneField }),
  output: laneSchema.extend({
    into: z.string(),
    /** Files to resolve; empty, with nothing changed, if it merges cleanly. */
    conflicts: z.array(z.string()),
  }),
  effect: 'external',
  mcp: { tool: 'dispatch_lane_work', action: 'repair_merge', listed: 'never', brief: '' },
  cli: {
    path: ['worker', 'repair-merge'],
    positionals: ['lane'],
    examples: ['worker repair-merge login', 'worker repair-merge'],
  },
  writesShim: true,
  progress: 'notification',
  palette: 'lanes',
  async run(context, { lane: named }) {
    const ports = requireLanes(context);
    const name = await ownLane(context, named);
    const { lane, worker } = await findForRepair(context, name);
    refuseState(lane, worker.state);
    const { into } = await mergeRules(context, lane);
    const trees = await ports.trees();
    const repair = await conflictsWith(context, trees, lane, into);
    const { paths, isBegun } = repair;
    if (paths.length === 0) return { ...(await showLane(context, lane.id)), into, conflicts: [] };
    try {
      await context.store.transaction(transaction => tell(context, transaction, { ...repair, id: lane.id, into }));
    } catch (error) {
      // Without a notified worker, the merge must not stay either.
      if (isBegun) await trees.abandonMerge(lane.worktree_path);
      throw error;
    }
    return { ...(await showLane(context, lane.id)), into, conflicts: [...paths] };
  },
});

/** Either the lane's worker or whoever may merge it prepares the merge. */
async function findForRepair(context: Context, name: string): Promise<WorkerAndLane> {
  const caller = await laneCallerOf(context);
  const { found, refusal } = await context.store.read(async transaction => {
    const one = await findWorker(transaction, name);
    return { found: one, refusal: await rightRefusal(caller, transaction, one) };
  });
  if (refusal !== undefined && (await reviewRefusal(context, found, 'merge')) !== undefined) throwIfRefused(refusal);
  return found;
}

function refuseState(lane: LaneRow, state: Parameters<typeof isDone>[0]): void {
  if (state === 'IN_REVIEW' || state === 'APPROVED' || isDone(state, 'conflict')) return;
  throwIfRefused(checkWorkerAct({ name: lane.name, state }, 'conflict'));
}

async function tell(
  context: Context,
  transaction: Transaction,
  { id, into, paths, isBegun, isSolved = false }: Repair & { id: string; into: string },
): Promise<void> {
  const found = await takeBack(context, transaction, await findWorker(transaction, id));
  const moved = await moveWorker(context, transaction, found, {
    act: 'conflict',
    change: { approved_by: null, reason: `Conflicts with ${into} in ${say(pathList(paths))}` },
    type: 'worker_conflicted',
    payload: { into, paths: paths.slice(0, 100) },
  });
  // A merge already in progress has its brief.
  if (isBegun || moved !== undefined) {
    await writeToLane(context, transaction, found.lane, {
      kind: 'brief',
      subject: `Resolve the conflicts with ${into}`,
      content: {
        text: null,
        data: null,
        brief: {
          sourceLane: found.lane.name,
          reason: `${found.lane.branch} cannot be merged into ${into}: the merge is in progress in your worktree.`,
          requiredActions: [
            isSolved
              ? 'Git merged the files using the lane’s own .gitattributes. Check them, commit the merge with git, then submit the lane again.'
              : 'Resolve the conflicts, commit the merge with git, then submit the lane again.',
          ],
          artifacts: paths.slice(0, 100),
        },
      },
    });
  }
  await moveLane(context, transaction, found.lane, 'active');
}
