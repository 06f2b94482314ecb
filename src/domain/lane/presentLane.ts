import type { ToolFailure } from '../event/toolFailure.js';
import { show } from '../record/record.js';
import { healthOf, isBegun, type LivenessFacts } from '../worker/liveness.js';
import { goneTrouble, repeatedTrouble, silentTrouble, troubleOf } from '../worker/trouble.js';
import { type WorkerRow, workerDefinition } from '../worker/workerRow.js';
import type { WorkerRun } from '../worker/workerRun.js';
import type { Lane, Worker } from './lane.js';
import { type LaneRow, laneDefinition } from './laneRow.js';
import { mayWait, type ParentLane, waitsFor } from './laneWait.js';

/** Age at which the latest act of a running agent is read again, ms. */
const liveMs = 10_000;

export interface LaneSurroundings {
  readonly worker: WorkerRow | undefined;
  readonly life: Omit<LivenessFacts, 'state' | 'stateSince'>;
  /** A call that its agent keeps repeating although it fails. */
  readonly failure?: ToolFailure | undefined;
  readonly parents: readonly ParentLane[];
  /** Refs of tasks and work items by ULID. */
  readonly refs: ReadonlyMap<string, string>;
  /** ms UTC. */
  readonly now: number;
}

export function presentLane(row: LaneRow, { worker, life, failure, parents, refs, now }: LaneSurroundings): Lane {
  return {
    ...show(laneDefinition, row, refs),
    after: parents.map(({ lane }) => lane.name),
    waitsFor: mayWait(row, worker) ? waitsFor(parents) : [],
    state: worker?.state ?? null,
    worker: worker === undefined ? null : presentWorker(worker, { name: row.name, life, failure, now }),
  };
}

function presentWorker(
  row: WorkerRow,
  { name, life, failure, now }: Pick<LaneSurroundings, 'life' | 'failure' | 'now'> & { readonly name: string },
): Worker {
  const returnedAt = row.submitted_sha === null ? undefined : row.state_changed_at;
  const health = healthOf({ ...life, state: row.state, stateSince: row.state_changed_at }, now);
  const { level, heartbeat, changesAt } = health;
  const isExpected = isBegun(row.state) && level !== 'WAITING';
  const gone = life.goneTree === undefined ? undefined : goneTrouble(life.goneTree);
  const doing = isExpected && level === 'ok' ? life.doing : undefined;
  // Acts of agents write no events.
  const looksAt = doing === undefined ? changesAt : Math.min(changesAt ?? Number.POSITIVE_INFINITY, now + liveMs);
  const silentMs = isExpected && level === 'ok' && life.silentSince !== undefined ? now - life.silentSince : undefined;
  const silence = silentMs === undefined ? undefined : silentTrouble(name, silentMs);
  const trouble =
    gone ?? (isExpected ? (troubleOf(name, health, now, returnedAt) ?? repeatedTrouble(name, failure)) : undefined);
  return {
    name,
    ...show(workerDefinition, row),
    liveness: level,
    lastBeatAt: heartbeat === undefined ? null : new Date(heartbeat.at).toISOString(),
    livenessChangesAt: looksAt === undefined ? null : new Date(looksAt).toISOString(),
    trouble: trouble ?? silence ?? null,
    ...(doing === undefined ? {} : { doing: { line: doing.line, at: new Date(doing.at).toISOString() } }),
    ...(silentMs === undefined || life.silentSince === undefined
      ? {}
      : { silent: { since: new Date(life.silentSince).toISOString(), minutes: Math.floor(silentMs / 60_000) } }),
    program: life.heartbeat?.run === undefined ? null : presentRun(life.heartbeat.run),
  };
}

function presentRun({ command, pid, startedAt, end }: WorkerRun): Worker['program'] {
  return {
    command,
    pid,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: end === null ? null : new Date(end.at).toISOString(),
    exitCode: end?.exitCode ?? null,
  };
}
