import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { mayWait, waitsFor } from '../../domain/lane/laneWait.js';
import { type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { showWorker } from '../../domain/refusal/steps.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { inARow, message, messageOf } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { laneCalled, moveLane, parentsOf } from '../../records/lane/laneAccess.js';
import type { Transaction } from '../../store/store.js';

/** Starts planned lanes whose dependencies are merged; returns those that the last change freed. */
export async function freeLanes(context: Context, transaction: Transaction): Promise<LaneRow[]> {
  const waiting = await transaction.lanes.list(['planned']);
  const parents = await parentsOf(transaction, waiting);
  const freed: LaneRow[] = [];
  for (const lane of waiting) {
    const own = parents.get(lane.id);
    if (own === undefined || waitsFor(own).length > 0) continue;
    freed.push(await moveLane(context, transaction, lane, 'active'));
  }
  return freed;
}

/** Refusal to start a lane that waits for others, with their states; undefined if it waits for none. */
export async function waitRefusal(
  transaction: Transaction,
  lane: LaneRow,
  worker: WorkerRow,
): Promise<Refusal | undefined> {
  if (!mayWait(lane, worker)) return undefined;
  const waits = waitsFor((await parentsOf(transaction, [lane])).get(lane.id) ?? []);
  if (waits.length === 0) return undefined;
  const stuck = waits.find(wait => wait.stuck);
  return refuse(
    'transition_not_allowed',
    message('workers.waits', { lane: laneCalled(lane), why: inARow(waits.map(({ text }) => messageOf(text))) }),
    {
      hint: message('workers.waitsHint'),
      ...(stuck === undefined ? {} : { next: [showWorker(stuck.lane)] }),
      details: { lane: formatRef('lane', lane.number), waitsFor: waits },
    },
  );
}

/** Activates a planned or blocked lane when work begins in it, as after its worker failed. */
export async function wake(context: Context, transaction: Transaction, lane: LaneRow): Promise<LaneRow> {
  if (lane.status !== 'planned' && lane.status !== 'blocked') return lane;
  return moveLane(context, transaction, lane, 'active');
}

/** Moves a waiting lane's branch to its merge target, if it has no commits and its worktree no changes. True if moved. */
export async function bringUp(trees: LaneTrees, lane: LaneRow, onto: string): Promise<boolean> {
  const { ahead, behind } = await trees.distance(lane.branch, onto);
  if (ahead > 0 || behind === 0) return false;
  const condition = await trees.condition(lane.worktree_path);
  if (condition === undefined || condition.operation !== undefined) return false;
  if (condition.changed + condition.untracked > 0) return false;
  if ((await trees.treeAt(lane.worktree_path))?.branch !== lane.branch) return false;
  return (await trees.rebase(lane.worktree_path, onto)).outcome === 'rebased';
}
