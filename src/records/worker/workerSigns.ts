import type { SignOfLife } from '../../domain/worker/liveness.js';
import { readRun, type WorkerRun } from '../../domain/worker/workerRun.js';
import type { LifeSigns } from '../../git/lane/openLanes.js';
import type { WorkerHeartbeat } from '../../platform/workerHeartbeats.js';
import type { Context } from '../context.js';

/**
 * The heartbeats of all workers, by the names of their lanes; none where there can be no lanes. Ask before a transaction: it
 * reads files.
 */
export async function signsOfLife({ lanes, lifeSigns }: Context): Promise<ReadonlyMap<string, SignOfLife>> {
  const found = lanes ?? lifeSigns;
  if (found === undefined) return new Map();
  const heartbeats = await found.heartbeats.all();
  if (heartbeats.size === 0) return new Map();
  const runs = await latestRuns(found);
  return new Map([...heartbeats].map(([lane, heartbeat]) => [lane, signOf(found, heartbeat, runs.get(lane)?.run)]));
}

/** The same of one worker; undefined for one that never gave any. */
export async function signOfLife(lanes: LifeSigns, lane: string): Promise<SignOfLife | undefined> {
  const heartbeat = (await lanes.heartbeats.all()).get(lane);
  return heartbeat && signOf(lanes, heartbeat, (await latestRuns(lanes)).get(lane)?.run);
}

function signOf(
  lanes: Pick<LifeSigns, 'machine'>,
  { at, everyMs }: WorkerHeartbeat,
  run: WorkerRun | undefined,
): SignOfLife {
  const sign = { at, intervalMs: everyMs };
  if (run === undefined) return { ...sign, process: 'unknown' };
  // Who beats after the program's end is someone else, who continued by other means.
  if (run.end !== null) return { ...sign, run, process: at > run.end.at ? 'unknown' : 'gone' };
  const pulse = lanes.machine.pulse(run.program ?? run.watcher);
  return { ...sign, run, process: pulse === 'dead' ? 'gone' : pulse };
}

/** A run of a program with its number, from 1 for each lane. */
export interface NumberedRun {
  readonly number: number;
  /** Undefined when what is written of it cannot be read. */
  readonly run: WorkerRun | undefined;
}

/** The latest run of each lane. */
export async function latestRuns({ runs }: Pick<LifeSigns, 'runs'>): Promise<ReadonlyMap<string, NumberedRun>> {
  const latest = new Map<string, NumberedRun>();
  for (const [name, text] of await runs.all()) {
    const [, lane, digits] = /^(.+)\.(\d+)$/.exec(name) ?? [];
    const number = Number(digits);
    if (lane !== undefined && number > (latest.get(lane)?.number ?? 0))
      latest.set(lane, { number, run: readRun(text) });
  }
  return latest;
}
