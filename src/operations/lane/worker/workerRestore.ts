import * as z from 'zod';
import { laneSchema } from '../../../domain/lane/lane.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { openStatuses } from '../../../domain/lane/laneStatus.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import type { WorkerRow } from '../../../domain/worker/workerRow.js';
import { isTerminal } from '../../../domain/workItem/workItemStatus.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import type { Rescue } from '../../../git/rescue/rescue.js';
import type { Restored } from '../../../git/rescue/restoreWorkTree.js';
import { message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { noteMissedHooks } from '../../../records/hooks/noteMissedHooks.js';
import { laneCalled, moveLane, requireLanes, showLane } from '../../../records/lane/laneAccess.js';
import { laneField } from '../../../records/lane/laneFields.js';
import { namedRescue, rescueField } from '../../../records/lane/rescueAccess.js';
import { findWorker, moveWorker } from '../../../records/worker/workerAccess.js';
import type { Transaction } from '../../../store/store.js';
import { defineOperation } from '../../operation.js';
import { openingOf } from '../openingOf.js';
import { openLane } from '../openLane.js';
import { forReviewer } from './reviewer.js';

export const workerRestore = defineOperation({
  name: 'worker.restore',
  order: 190,
  title: 'Restore Lane',
  menuTitle: 'Restore',
  summary:
    'Restores a closed lane, with its worktree, index, new files and work item, or resumes one whose worker failed.',
  input: z.strictObject({
    lane: laneField,
    rescue: rescueField.optional().describe('The backup to restore; default: the one created when it was closed'),
  }),
  output: laneSchema.extend({
    /** The restored backup; null if the worktree was left, or only the branch remained. */
    rescue: z.string().nullable(),
    /** Likely secrets whose copies are gone. */
    missingSecrets: z.array(z.string()),
    /** The work item that had ended with the lane and is open again. */
    reopened: z.string().nullable(),
  }),
  effect: 'external',
  mcp: { tool: 'dispatch_lane_work', action: 'restore', listed: 'reviewing', brief: '', rare: ['rescue'] },
  cli: {
    positionals: ['lane'],
    examples: ['worker restore login', 'worker restore login --rescue 20261121T123005007Z'],
  },
  writesShim: true,
  progress: 'notification',
  icon: 'discard',
  palette: 'lanes',
  async run(context, { lane: named, rescue: wanted }) {
    const ports = requireLanes(context);
    const { lane, worker } = await forReviewer(context, named, 'restore');
    let restored: Restored | undefined;
    let rescue: Rescue | undefined;
    const wasOver = await isItemOver(context, lane);
    const trees = await ports.trees();
    const isThere = (await trees.condition(lane.worktree_path)) !== undefined;
    if (isThere && wanted === undefined && worker.state === 'FAILED' && openStatuses.includes(lane.status)) {
      await context.store.transaction(transaction => resumeLane(context, transaction, lane.id));
    } else if (!isThere || !isRestored(lane, worker)) {
      refuseOpen(lane, worker, isThere);
      rescue = await chosenRescue(trees, { lane, worker, isThere }, wanted);
      await openLane(context, ports, {
        ...openingOf(lane),
        fetch: false,
        reopens: {
          lane,
          how: 'restore',
          rescue,
          onRestored: what => {
            restored = what;
          },
        },
      });
    }
    await noteMissedHooks(context, lane.worktree_path);
    const missingSecrets = [...(restored?.missingSecrets ?? [])];
    const shown = await showLane(context, lane.id);
    const reopened = wasOver && !(await isItemOver(context, lane)) ? shown.workItem : null;
    return { ...shown, rescue: rescue?.ref ?? null, missingSecrets, reopened };
  },
});

/** Sets a failed worker that still has its worktree to ASSIGNED again; its files stay unchanged. */
async function resumeLane(context: Context, transaction: Transaction, laneId: string): Promise<void> {
  const found = await findWorker(transaction, laneId);
  const change = { cancelled: 0, reason: null, submitted_sha: null, approved_by: null } as const;
  const payload = { rescue: null };
  await moveWorker(context, transaction, found, { act: 'retry', change, type: 'worker_restored', payload });
  const { lane } = await findWorker(transaction, laneId);
  if (lane.status !== 'planned') await moveLane(context, transaction, lane, 'active');
}

async function isItemOver({ store }: Context, { work_item_id: id }: LaneRow): Promise<boolean> {
  const [item] = id === null ? [] : await store.read(transaction => transaction.workItems.ofIds([id]));
  return item !== undefined && isTerminal(item.status);
}

/** True if it was restored before and no work has begun since. */
function isRestored(lane: LaneRow, worker: WorkerRow): boolean {
  return openStatuses.includes(lane.status) && worker.state === 'ASSIGNED';
}

function refuseOpen(lane: LaneRow, worker: WorkerRow, isThere: boolean): void {
  if (lane.status === 'closed') return;
  if (!isThere && openStatuses.includes(lane.status)) {
    throw refusalError(
      'conflict',
      message('workers.openWithoutTree', { lane: laneCalled(lane), path: lane.worktree_path }),
      { next: [{ operation: 'lane.repair', input: {} }], details: { status: lane.status, state: worker.state } },
    );
  }
  throw refusalError(
    'transition_not_allowed',
    message('workers.nothingToRestore', { lane: laneCalled(lane), status: message(`state.${lane.status}`) }),
    {
      next: [{ operation: 'lane.rescues', input: { lane: lane.name } }],
      details: { status: lane.status, state: worker.state },
    },
  );
}

/** The named backup, else that of the lane's close; none if its worktree was left. */
async function chosenRescue(
  trees: LaneTrees,
  { lane, worker, isThere }: { lane: LaneRow; worker: WorkerRow; isThere: boolean },
  wanted: string | undefined,
): Promise<Rescue | undefined> {
  if (wanted !== undefined) return namedRescue(await trees.rescues(lane.name), wanted);
  if (isThere) return undefined;
  const hasBranch = (await trees.branchCommit(lane.branch)) !== undefined;
  // Its folder was gone at the close, so an older backup is not its last content.
  if (worker.rescue_ref === null && hasBranch) return undefined;
  const rescues = await trees.rescues(lane.name);
  const found = rescues.find(({ ref }) => ref === worker.rescue_ref) ?? rescues[0];
  if (found !== undefined || hasBranch) return found;
  throw refusalError('not_found', message('workers.nothingKept', { lane: laneCalled(lane), branch: lane.branch }), {
    next: [{ operation: 'worker.retry', input: { lane: lane.name } }],
  });
}
