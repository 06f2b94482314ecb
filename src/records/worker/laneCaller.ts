import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import type { Context } from '../context.js';
import { isPresent, readPresence } from '../presence/presence.js';
import { latestRuns } from '../presence/workerLiveness.js';

/** A call that can tell whether a lane's agent is at work. */
export interface LaneCaller extends Context {
  /** `agent`: it is connected, or was seen in the last ten minutes; `program`: only its program is known to run. */
  readonly atWork: (lane: LaneRow, worker: WorkerRow) => 'agent' | 'program' | undefined;
}

/** Reads who is at work, for an agent's call. Lists folders: call it before a transaction. */
export async function laneCallerOf(context: Context): Promise<LaneCaller> {
  const { actor, clock } = context;
  const ports = context.lanes ?? context.livenessPorts;
  if (actor.role !== 'agent' || ports === undefined) return { ...context, atWork: () => undefined };
  const presenceOf = await readPresence(context);
  const runs = await latestRuns(ports);
  const now = clock.now();
  return {
    ...context,
    atWork(lane, { agent }) {
      const presence = agent === null ? undefined : presenceOf(agent, lane.worktree_path);
      if (presence !== undefined) return isPresent(presence, now) ? 'agent' : undefined;
      const run = runs.get(lane.name)?.run;
      if (agent === null || run?.end !== null) return undefined;
      return ports.machine.pulse(run.program ?? run.watcher) === 'dead' ? undefined : 'program';
    },
  };
}
