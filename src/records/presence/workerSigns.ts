import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { LifeFacts, SignOfLife } from '../../domain/worker/liveness.js';
import type { LogAlert } from '../../domain/worker/logAlert.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import { isLogged, readRun, type WorkerRun } from '../../domain/worker/workerRun.js';
import type { LifeSigns } from '../../git/lane/openLanes.js';
import { isGone } from '../../git/unseenFolder.js';
import type { WorkerHeartbeat } from '../../platform/workerHeartbeats.js';
import type { Context } from '../context.js';
import { readPresence } from './presence.js';

export type LifeOf = (lane: LaneRow, worker: WorkerRow) => Pick<LifeFacts, 'sign' | 'seenAt' | 'goneTree'>;

/** For lanes whose workers' health is not needed. */
export const noLife: LifeOf = () => ({ sign: undefined });

/** Reads the signs of life of all workers and their agents. Reads files: call it before a transaction. */
export async function signsOfLife(context: Context): Promise<LifeOf> {
  const signs = await heartbeatsOf(context);
  const presenceOf = await readPresence(context);
  const now = context.clock.now();
  return (lane, { agent }) => {
    const presence = agent === null ? undefined : presenceOf(agent, lane.worktree_path);
    const sign = signs.get(lane.name);
    if (openStatuses.includes(lane.status) && isGone(lane.worktree_path)) return { sign, goneTree: lane.worktree_path };
    // An end is no sign of life, and may be recorded after the program's.
    if (presence === undefined || presence.ended) return { sign };
    // An agent with an open connection is present without calls.
    return { sign, seenAt: presence.isConnected ? now : presence.seenAt };
  };
}

/** Heartbeats of all workers by lane name; none without lanes. */
async function heartbeatsOf({ lanes, lifeSigns }: Context): Promise<ReadonlyMap<string, SignOfLife>> {
  const found = lanes ?? lifeSigns;
  if (found === undefined) return new Map();
  const heartbeats = await found.heartbeats.all();
  if (heartbeats.size === 0) return new Map();
  const runs = await latestRuns(found);
  const signs = [...heartbeats].map(async ([lane, heartbeat]) => {
    return [lane, await signOf(found, lane, heartbeat, runs.get(lane)?.run)] as const;
  });
  return new Map(await Promise.all(signs));
}

export async function signOfLife(lanes: LifeSigns, lane: string): Promise<SignOfLife | undefined> {
  const heartbeat = (await lanes.heartbeats.all()).get(lane);
  return heartbeat && signOf(lanes, lane, heartbeat, (await latestRuns(lanes)).get(lane)?.run);
}

async function signOf(
  lanes: LifeSigns,
  lane: string,
  { at, everyMs }: WorkerHeartbeat,
  run: WorkerRun | undefined,
): Promise<SignOfLife> {
  const sign = { at, intervalMs: everyMs };
  if (run === undefined) return { ...sign, process: 'unknown' };
  // A heartbeat after the program's end comes from work continued by other means.
  if (run.end !== null && at > run.end.at) return { ...sign, run, process: 'unknown' };
  const pulse = run.end === null ? lanes.machine.pulse(run.program ?? run.watcher) : 'dead';
  // Without logging, an existing log is an earlier program's.
  const alert = isLogged(run) ? await alertOf(lanes, lane) : undefined;
  return { ...sign, run, process: pulse === 'dead' ? 'gone' : pulse, ...(alert === undefined ? {} : { alert }) };
}

/** Bytes at a log's end to search for an alert. */
const alertBytes = 4096;

async function alertOf({ logs }: LifeSigns, lane: string): Promise<LogAlert | undefined> {
  // An unreadable log causes no alert; it is for people.
  const end = await logs.read(lane, alertBytes).catch(() => undefined);
  if (end === undefined) return undefined;
  const { alertIn } = await import('../../domain/worker/logAlert.js');
  const text = new TextDecoder().decode(end.content);
  // The first line may be cut, so that quoted text looks like an error.
  return alertIn(end.content.length < alertBytes ? text : text.slice(text.indexOf('\n') + 1), end.writtenAt);
}

/** A run of a program, numbered from 1 per lane. */
export interface NumberedRun {
  readonly number: number;
  /** Undefined if its record is unreadable. */
  readonly run: WorkerRun | undefined;
}

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
