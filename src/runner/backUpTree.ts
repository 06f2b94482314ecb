import type { LaneRow } from '../domain/lane/laneRow.js';
import { baseConfigOrDefaults } from '../records/baseConfig.js';
import type { RunnerPlace } from './runnerPlace.js';

/** Backs up the worktree of a lane unless git has all of its files; returns the ref, or null. A failure is logged. */
export async function backUpTree({ context, ports }: RunnerPlace, lane: LaneRow): Promise<string | null> {
  const directory = lane.worktree_path;
  try {
    const trees = await ports.trees();
    if (await trees.isBare(directory)) return null;
    const ignoredBytes = (await baseConfigOrDefaults(context)).lane.keepIgnored;
    return (await trees.keep({ lane: lane.name, directory, now: context.clock.now(), ignoredBytes })).ref;
  } catch (error) {
    context.log.warn(`The worktree of ${lane.name} could not be backed up: ${String(error)}`);
    return null;
  }
}
