import { laneEnvironment, laneEnvironmentFile, laneFiles } from '../../domain/lane/laneKit.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { workerContextFile } from '../../domain/worker/workerContext.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';

/** Writes the files of ours that belong into the worktree of a lane that is there, as its row has them now. */
export async function writeKit(trees: LaneTrees, lane: LaneRow): Promise<void> {
  const { name, branch, worktree_path: directory, description, port_first: first, port_count: count } = lane;
  const ownedPaths = JSON.parse(lane.owned_paths) as string[];
  const ports = first === null ? null : { first, count };
  const context = { taskId: name, branch, worktree: directory, createdAt: lane.created_at, description };
  await trees.exclude(laneFiles);
  await trees.writeFiles(
    directory,
    new Map([
      [workerContextFile, `${JSON.stringify(context, null, 2)}\n`],
      [laneEnvironmentFile, laneEnvironment({ lane: name, branch, directory, ports, ownedPaths })],
    ]),
  );
}
