import { readLiveFacts } from '../../domain/agentSession/liveFacts.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { LastHeartbeat, LivenessFacts } from '../../domain/worker/liveness.js';
import type { LogAlert } from '../../domain/worker/logAlert.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import { isLogged, readRun, type WorkerRun } from '../../domain/worker/workerRun.js';
import type { LivenessPorts } from '../../git/lane/openLanes.js';
import { isGone } from '../../git/unseenFolder.js';
import type { WorkerHeartbeat } from '../../platform/workerHeartbeats.js';
import type { Context } from '../context.js';
import { readPresence } from './presence.js';

export type LivenessFactsOf = (
  lane: LaneRow,
  worker: WorkerRow,
) => Pick<LivenessFacts, 'heartbeat' | 'seenAt' | 'goneTree' | 'silentSince' | 'doing'>;

/** For lanes whose workers' health is not needed. */
export const noLiveness: LivenessFactsOf = () => ({ heartbeat: undefined });

/** Reads the heartbeats of all workers and their agents. Reads files: call it before a transaction. */
export async function readLiveness(context: Context): Promise<LivenessFactsOf> {
  const latest = await heartbeatsOf(context);
  const presenceOf = await readPresence(context);
  const now = context.clock.now();
  const liveOf = await liveOfLanes(context, now);
  return (lane, { agent }) => {
    const live = liveOf.get(lane.name);
    const presence = agent === null ? undefined : presenceOf(agent, lane.worktree_path);
    const heartbeat = latest.get(lane.name);
    if (openStatuses.includes(lane.status) && isGone(lane.worktree_path))
      return { heartbeat, goneTree: lane.worktree_path };
    // An end is not a heartbeat, and may be recorded after the program's.
    if (presence === undefined || presence.ended) return { heartbeat, ...live };
    // An agent with an open connection is present without calls.
    return { heartbeat, ...live, seenAt: presence.isConnected ? now : presence.seenAt };
  };
}

/** Age at which a note of a silence does not count: the process that wrote it has ended; ms. */
const maxNoteAge = 2 * 60_000;

/** Silence and latest act of running agents by lane name. */
async function liveOfLanes(
  { lanes, livenessPorts }: Context,
  now: number,
): Promise<ReadonlyMap<string, Pick<LivenessFacts, 'silentSince' | 'doing'>>> {
  const texts = (await (lanes ?? livenessPorts)?.sessions.live()) ?? new Map<string, string>();
  const found = [...texts.values()]
    .flatMap(text => readLiveFacts(text) ?? [])
    .filter(({ isOver }) => isOver !== true)
    .sort((one, other) => (one.outputAt ?? 0) - (other.outputAt ?? 0));
  return new Map(
    found.flatMap(({ lane, silentSince, at = 0, line, outputAt }) => {
      if (lane === undefined) return [];
      const isSilent = silentSince !== undefined && Math.abs(now - at) < maxNoteAge;
      const doing = line === undefined || outputAt === undefined ? undefined : { line, at: outputAt };
      return [[lane, { silentSince: isSilent ? silentSince : undefined, doing }] as const];
    }),
  );
}

/** Heartbeats of all workers by lane name; none without lanes. */
async function heartbeatsOf({ lanes, livenessPorts }: Context): Promise<ReadonlyMap<string, LastHeartbeat>> {
  const found = lanes ?? livenessPorts;
  if (found === undefined) return new Map();
  const heartbeats = await found.heartbeats.all();
  if (heartbeats.size === 0) return new Map();
  const runs = await latestRuns(found);
  const latest = [...heartbeats].map(async ([lane, heartbeat]) => {
    return [lane, await withProcess(found, lane, heartbeat, runs.get(lane)?.run)] as const;
  });
  return new Map(await Promise.all(latest));
}

export async function lastHeartbeatOf(lanes: LivenessPorts, lane: string): Promise<LastHeartbeat | undefined> {
  const heartbeat = (await lanes.heartbeats.all()).get(lane);
  return heartbeat && withProcess(lanes, lane, heartbeat, (await latestRuns(lanes)).get(lane)?.run);
}

async function withProcess(
  lanes: LivenessPorts,
  lane: string,
  { at, everyMs }: WorkerHeartbeat,
  run: WorkerRun | undefined,
): Promise<LastHeartbeat> {
  const heartbeat = { at, intervalMs: everyMs };
  if (run === undefined) return { ...heartbeat, process: 'unknown' };
  // A heartbeat after the program's end comes from work continued by other means.
  if (run.end !== null && at > run.end.at) return { ...heartbeat, run, process: 'unknown' };
  const pulse = run.end === null ? lanes.machine.pulse(run.program ?? run.watcher) : 'dead';
  // Without logging, an existing log is an earlier program's.
  const alert = isLogged(run) ? await alertOf(lanes, lane) : undefined;
  return { ...heartbeat, run, process: pulse === 'dead' ? 'gone' : pulse, ...(alert === undefined ? {} : { alert }) };
}

/** Bytes at a log's end to search for an alert. */
const alertBytes = 4096;

async function alertOf({ logs }: LivenessPorts, lane: string): Promise<LogAlert | undefined> {
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

export async function latestRuns({ runs }: Pick<LivenessPorts, 'runs'>): Promise<ReadonlyMap<string, NumberedRun>> {
  const latest = new Map<string, NumberedRun>();
  for (const [name, text] of await runs.all()) {
    const [, lane, digits] = /^(.+)\.(\d+)$/.exec(name) ?? [];
    const number = Number(digits);
    if (lane !== undefined && number > (latest.get(lane)?.number ?? 0))
      latest.set(lane, { number, run: readRun(text) });
  }
  return latest;
}
