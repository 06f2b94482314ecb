import type { LaneRow } from '../../domain/lane/laneRow.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { repairLanes } from '../../domain/refusal/steps.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { findLane, laneCalled, requireLanes } from '../../records/lane/laneAccess.js';
import { ownLane } from '../../records/worker/workerAccess.js';

interface LaneTree {
  readonly lane: LaneRow;
  readonly trees: LaneTrees;
  readonly start: string;
}

/** The named lane, else the worktree's; refuses if its worktree or base is gone. */
export async function requireLaneTree(context: Context, named: string | undefined): Promise<LaneTree> {
  const ports = requireLanes(context);
  const name = await ownLane(context, named);
  const lane = await context.store.read(transaction => findLane(transaction, name));
  const { worktree_path: path, base_branch: base } = lane;
  const trees = await ports.trees();
  if ((await trees.kindOf(path)) !== 'folder') {
    throw refusalError('not_found', message('lanes.workTreeGone', { lane: laneCalled(lane), path }), {
      next: [repairLanes],
      details: { lane: lane.name },
    });
  }
  const start = await trees.startOf(base);
  if (start === undefined) throw noCommonCommit(lane);
  return { lane, trees, start };
}

export function noCommonCommit(lane: LaneRow): RefusalError {
  const base = lane.base_branch;
  return refusalError('not_found', message('lanes.noCommonCommit', { lane: laneCalled(lane), base }), {
    hint: message('lanes.noCommonCommitHint', { base }),
    details: { lane: lane.name, base },
  });
}
