import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import { message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { firstLine } from '../../gitWords.js';
import { branchGone } from './submission.js';
import { refuseUnfinished } from './workTreeState.js';

export interface Repair {
  readonly paths: readonly string[];
  readonly isBegun: boolean;
  /** True if git merged those files by the lane's own attributes: the merge need only be checked and committed. */
  readonly isSolved?: boolean;
}

/** Files in conflict in the lane's worktree; leaves the merge in progress. */
export async function conflictsWith(context: Context, trees: LaneTrees, lane: LaneRow, into: string): Promise<Repair> {
  const condition = await trees.condition(lane.worktree_path);
  if (condition?.operation === 'merge') {
    const paths = await trees.conflicts(lane.worktree_path);
    return { paths: paths.length === 0 ? await foreseen(trees, lane, into) : paths, isBegun: false };
  }
  await refuseUnfinished(context, trees, lane, 'repair-merge');
  const [base, tip] = [await trees.branchCommit(into), await trees.branchCommit(lane.branch)];
  if (tip === undefined) throw await branchGone(trees, lane);
  if (base === undefined) {
    throw refusalError('not_found', message('workers.noBaseForRepair', { base: into, lane: laneCalled(lane) }), {
      hint: message('workers.noBaseForRepairHint'),
      details: { lane: lane.name, into },
    });
  }
  const simulated = await trees.simulate(base, tip);
  if (simulated.outcome === 'clean') return { paths: [], isBegun: false };
  // Clean by the lane's attributes may conflict by those of the target branch: once committed, both apply.
  const keepsClean = simulated.outcome === 'conflict';
  const begun = await trees.beginMerge(lane.worktree_path, into, keepsClean);
  if (begun.outcome === 'conflict') return { paths: begun.paths, isBegun: true };
  if (begun.outcome === 'clean')
    return keepsClean ? { paths: simulated.paths, isBegun: true, isSolved: true } : { paths: [], isBegun: false };
  throw refusalError(
    'conflict',
    message('workers.mergeNotBegun', { base: into, path: lane.worktree_path, said: firstLine(begun.said) }),
    { hint: message('git.refusedHint'), details: { lane: lane.name, into } },
  );
}

/** Files in conflict by the attributes of the target branch. */
async function foreseen(trees: LaneTrees, lane: LaneRow, into: string): Promise<readonly string[]> {
  const [base, tip] = [await trees.branchCommit(into), await trees.branchCommit(lane.branch)];
  if (base === undefined || tip === undefined) return [];
  const simulated = await trees.simulate(base, tip);
  return simulated.outcome === 'conflict' ? simulated.paths : [];
}
