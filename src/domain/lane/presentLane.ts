import { formatRef } from '../identifier/identifier.js';
import { livenessOf, nextLivenessChange, type SignOfLife } from '../worker/liveness.js';
import { troubleOf } from '../worker/trouble.js';
import type { WorkerRow } from '../worker/workerRow.js';
import type { WorkerRun } from '../worker/workerRun.js';
import type { Lane, Worker } from './lane.js';
import type { LaneRow } from './laneRow.js';
import { mayWait, type ParentLane, waitsFor } from './laneWait.js';

/** What a lane's row alone does not tell. */
export interface LaneSurroundings {
  readonly worker: WorkerRow | undefined;
  readonly sign: SignOfLife | undefined;
  /** The lanes that it starts after. */
  readonly parents: readonly ParentLane[];
  /** Refs of tasks and work items by ULID. */
  readonly refs: ReadonlyMap<string, string>;
  /** ms UTC. */
  readonly now: number;
}

/** A stored lane as every surface shows it. */
export function presentLane(row: LaneRow, { worker, sign, parents, refs, now }: LaneSurroundings): Lane {
  const refOf = (id: string | null): string | null => (id === null ? null : (refs.get(id) ?? null));
  return {
    ref: formatRef('lane', row.number),
    id: row.id,
    lane: row.name,
    description: row.description,
    kind: row.kind,
    status: row.status,
    closeReason: row.close_reason,
    task: refOf(row.task_id),
    workItem: refOf(row.work_item_id),
    branch: row.branch,
    base: row.base_branch,
    worktreePath: row.worktree_path,
    ownedPaths: JSON.parse(row.owned_paths) as string[],
    gitWrites: row.git_writes,
    adopted: row.adopted === 1,
    port: row.port_first,
    after: parents.map(({ lane }) => lane.name),
    waitsFor: mayWait(row, worker) ? waitsFor(parents) : [],
    owner: row.owner,
    merged: row.merged_sha,
    state: worker?.state ?? null,
    worker: worker === undefined ? null : presentWorker(worker, { name: row.name, sign, now }),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    revision: row.revision,
  };
}

function presentWorker(
  row: WorkerRow,
  { name, sign, now }: { name: string; sign: SignOfLife | undefined; now: number },
): Worker {
  const changesAt = isAtWork(row) ? nextLivenessChange(sign, now) : undefined;
  return {
    name,
    state: row.state,
    stateChangedAt: new Date(row.state_changed_at).toISOString(),
    changedBy: row.changed_by,
    attempt: row.attempt,
    agent: row.agent,
    harness: row.harness,
    reason: row.reason,
    cancelled: row.cancelled === 1,
    submitted: row.submitted_sha,
    approvedBy: row.approved_by,
    // Of one that waits, or whose work is in other hands, no sign is expected.
    liveness: isAtWork(row) ? livenessOf(sign, now) : 'none',
    lastBeatAt: sign === undefined ? null : new Date(sign.at).toISOString(),
    livenessChangesAt: changesAt === undefined ? null : new Date(changesAt).toISOString(),
    trouble: (isAtWork(row) ? troubleOf(name, sign, now) : undefined) ?? null,
    program: sign?.run === undefined ? null : presentRun(sign.run),
  };
}

function isAtWork({ state }: WorkerRow): boolean {
  return state === 'WORKING' || state === 'CONFLICTED';
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
