import { kitOf, type LaneKit, laneEnvironment, laneEnvironmentFile, laneFiles } from '../../domain/lane/laneKit.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { firstCall, type WorkerContext, workerContextFile } from '../../domain/worker/workerContext.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';

/** Writes Stateroom's own files into a lane's worktree, from its current row. */
export async function writeKit(trees: LaneTrees, lane: LaneRow): Promise<void> {
  const { name, branch, worktree_path: worktree, created_at: createdAt, description } = lane;
  const kit = kitOf(lane);
  const { ownedPaths } = kit;
  await writeContext(trees, { taskId: name, branch, worktree, createdAt, description, ownedPaths });
  await writeEnvironment(trees, kit);
}

/** Writes the context file and excludes Stateroom's files from git's changes. */
export async function writeContext(trees: LaneTrees, context: Omit<WorkerContext, 'next'>): Promise<void> {
  await trees.exclude(laneFiles);
  const text = `${JSON.stringify({ ...context, next: firstCall }, null, 2)}\n`;
  await trees.writeFiles(context.worktree, new Map([[workerContextFile, text]]));
}

export function writeEnvironment(trees: LaneTrees, kit: LaneKit): Promise<void> {
  return trees.writeFiles(kit.directory, new Map([[laneEnvironmentFile, laneEnvironment(kit)]]));
}
