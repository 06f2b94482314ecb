import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { LaneTree } from '../../git/lane/laneFolders.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { changeLane, tellOfLane } from '../../records/lane/laneAccess.js';
import { writeKit } from '../../records/lane/writeKit.js';
import { errorOutput } from './errorOutput.js';

/** Repair of an open lane whose worktree is not in its place. */
export type TreeRepair =
  /** `moved`: found elsewhere; `gitFile`: rewritten; `index`: recreated with staged changes; `branch`: without these. */
  | { readonly how: 'moved' | 'gitFile' | 'index' | 'branch'; readonly lane: LaneRow }
  | { readonly how: 'missing'; readonly lane: LaneRow; readonly why: string };

/** Reunites an open lane with its worktree if nothing can be lost; `trees` are the existing ones. */
export async function repairTree(
  context: Context,
  trees: LaneTrees,
  present: readonly LaneTree[],
  lane: LaneRow,
): Promise<TreeRepair> {
  const { branch, worktree_path: directory } = lane;
  if (await trees.mendGitFile(directory)) return { how: 'gitFile', lane };
  const elsewhere = present.slice(1).find(tree => tree.branch === branch);
  if (elsewhere !== undefined) return { how: 'moved', lane: await follow(context, trees, lane, elsewhere.directory) };
  const placed = await trees.placeOf(lane.name);
  if (placed !== undefined && placed !== directory && (await trees.relink(directory, placed))) {
    return { how: 'moved', lane: await follow(context, trees, lane, placed) };
  }
  const missing = (why: string): TreeRepair => ({ how: 'missing', lane, why });
  if (lane.adopted === 1) return missing('it was adopted, so it must be recreated by whoever created it');
  if ((await trees.branchCommit(branch)) === undefined) return missing(`its branch ${branch} no longer exists either`);
  const inTheWay = await trees.inTheWay(directory);
  if (inTheWay !== undefined) return missing(inTheWay);
  try {
    const how = await trees.bringBack(directory, branch);
    await writeKit(trees, lane);
    return { how, lane };
  } catch (error) {
    return missing(say(errorOutput(error)));
  }
}

async function follow(context: Context, trees: LaneTrees, lane: LaneRow, directory: string): Promise<LaneRow> {
  const { actor, clock, store } = context;
  const moved = await store.transaction(async transaction => {
    const now = clock.now();
    const row = await changeLane(transaction, lane, { worktree_path: directory }, now);
    const payload = { worktreePath: directory };
    await tellOfLane(transaction, row, { actor, now, type: 'lane_updated', payload });
    return row;
  });
  await writeKit(trees, moved);
  return moved;
}
