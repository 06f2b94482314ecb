import { laneNameProblem } from '../../domain/lane/laneName.js';
import { readWorkerContext, workerContextFile } from '../../domain/worker/workerContext.js';
import type { Context } from '../../records/context.js';

/** Counts a git hook in a lane as a heartbeat of its worker. Does not read the store; ignores errors. */
export async function heartbeatInLane({ workTree, lanes, clock, log }: Context): Promise<void> {
  // The main worktree is not a lane.
  if (workTree === undefined || lanes === undefined || workTree.gitDir === workTree.commonDir) return;
  try {
    if ((await workTree.kindOf(workerContextFile)) !== 'file') return;
    const found = readWorkerContext((await workTree.readText(workerContextFile)) ?? '');
    if (found?.worktree !== workTree.root || laneNameProblem(found.taskId) !== undefined) return;
    await lanes.heartbeats.heartbeat(found.taskId, clock.now());
  } catch (error) {
    log.debug(`Could not write a heartbeat: ${String(error)}`);
  }
}
