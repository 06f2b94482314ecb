import type { Actor } from '../../domain/actor/actor.js';
import { newEvent } from '../../domain/event/newEvent.js';
import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { stuckFailures, stuckMs } from '../../domain/event/toolFailure.js';
import { formatRef, parseIdentifier } from '../../domain/identifier/identifier.js';
import { suggest } from '../../domain/identifier/suggest.js';
import type { Lane } from '../../domain/lane/lane.js';
import { type LaneRow, laneDefinition } from '../../domain/lane/laneRow.js';
import { checkLaneStatus, type LaneStatus, openStatuses } from '../../domain/lane/laneStatus.js';
import type { ParentLane } from '../../domain/lane/laneWait.js';
import { presentLane } from '../../domain/lane/presentLane.js';
import { type RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { listLanes } from '../../domain/refusal/steps.js';
import { isBegun } from '../../domain/worker/liveness.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { noLiveness } from '../presence/workerLiveness.js';
import { refsOf } from '../showRows.js';
import { askingLanes } from './askingLanes.js';

/** `L-3 (login)` */
export function laneCalled({ number, name }: Pick<LaneRow, 'number' | 'name'>): string {
  return `${formatRef('lane', number)} (${name})`;
}

/** Returns the ports of lanes and the worktree; refuses without them. */
export function requireLanes({ lanes, workTree }: Context): LanePorts & { readonly workTree: WorkTree } {
  if (lanes !== undefined && workTree !== undefined) return { ...lanes, workTree };
  throw refusalError('no_repository', 'lanes.noRepository', { hint: 'lanes.noRepositoryHint' });
}

/** Finds a lane by name, `L-3` or ULID; refuses an unknown one. */
export async function findLane(transaction: Transaction, text: string): Promise<LaneRow> {
  const row = await transaction.lanes.find(parseIdentifier('lane', text));
  if (row !== undefined) return row;
  throw noLane(text, await transaction.lanes.list());
}

/** Refusal of an unknown name, with a similar one, open lanes first. */
function noLane(text: string, lanes: readonly LaneRow[]): RefusalError {
  const typed = text.trim();
  const namesOf = (open: boolean) =>
    lanes.flatMap(({ name, status }) => (openStatuses.includes(status) === open ? [name] : []));
  const suggestion = suggest(typed, namesOf(true)) ?? suggest(typed, namesOf(false));
  return refusalError('not_found', message('lanes.unknown', { lane: typed.slice(0, 80) }), {
    ...(suggestion === undefined ? {} : { hint: message('lanes.didYouMean', { lane: suggestion }) }),
    next: [listLanes],
    details: { lane: text, ...(suggestion === undefined ? {} : { meant: suggestion }) },
  });
}

export async function workerOf(transaction: Transaction, laneId: string): Promise<WorkerRow | undefined> {
  return (await transaction.workers.ofLanes([laneId]))[0];
}

export interface LaneEvent {
  readonly actor: Actor;
  readonly now: number;
  readonly type: OwnEventType;
  readonly payload: Readonly<Record<string, unknown>>;
}

export async function tellOfLane(
  transaction: Transaction,
  lane: Pick<LaneRow, 'number' | 'name' | 'work_item_id' | 'task_id'>,
  { actor, now, type, payload }: LaneEvent,
): Promise<void> {
  const eventPayload = { lane: formatRef('lane', lane.number), name: lane.name, ...payload };
  await transaction.events.append([newEvent(actor, now, type, lane.work_item_id, eventPayload, lane.task_id)]);
}

export type LaneChange = Partial<Omit<LaneRow, 'id' | 'repository_id' | 'number' | 'revision' | 'updated_at'>>;

/** Changes a lane; the caller writes the event. Refuses after a concurrent change. */
export async function changeLane(
  transaction: Transaction,
  row: LaneRow,
  change: LaneChange,
  now: number,
): Promise<LaneRow> {
  const changed = await transaction.lanes.change(row, { ...change, updated_at: now });
  if (changed === undefined) throw lostLane(row);
  return changed;
}

/** Moves a lane to another state and writes the event; no effect if it is already there. */
export async function moveLane(
  { actor, clock }: Context,
  transaction: Transaction,
  row: LaneRow,
  status: LaneStatus,
): Promise<LaneRow> {
  if (row.status === status) return row;
  throwIfRefused(checkLaneStatus(row, status));
  const now = clock.now();
  const moved = await changeLane(transaction, row, { status }, now);
  await tellOfLane(transaction, moved, {
    actor,
    now,
    type: 'lane_status_changed',
    payload: { from: row.status, status },
  });
  return moved;
}

export function lostLane(row: Pick<LaneRow, 'number' | 'name'>): RefusalError {
  return refusalError('conflict', message('input.changedMeanwhile', { subject: laneCalled(row) }), {
    hint: message('input.lookAgain'),
  });
}

const maxFailures = 500;

export async function presentLanes(
  transaction: Transaction,
  rows: readonly LaneRow[],
  now: number,
  liveness = noLiveness,
): Promise<Lane[]> {
  const workers = new Map(
    (await transaction.workers.ofLanes(rows.map(({ id }) => id))).map(worker => [worker.lane_id, worker]),
  );
  const parents = await parentsOf(transaction, rows);
  const refs = await refsOf(transaction, laneDefinition, rows);
  const failures = await transaction.events.failures(now - stuckMs, maxFailures);
  const repeated = failures.filter(({ count }) => count >= stuckFailures);
  const atWork = rows.flatMap(lane => {
    const worker = workers.get(lane.id);
    return worker !== undefined && isBegun(worker.state) ? [{ lane, worker }] : [];
  });
  const lifeOf = (row: LaneRow) => {
    const worker = workers.get(row.id);
    return worker === undefined ? { heartbeat: undefined } : liveness(row, worker);
  };
  const asking = await askingLanes(transaction, atWork);
  return rows.map(row =>
    presentLane(row, {
      worker: workers.get(row.id),
      life: { ...lifeOf(row), isAsking: asking.has(row.id) },
      failure: repeated.find(({ lane }) => lane === row.name),
      parents: parents.get(row.id) ?? [],
      refs,
      now,
    }),
  );
}

export async function presentOneLane(
  transaction: Transaction,
  row: LaneRow,
  now: number,
  liveness = noLiveness,
): Promise<Lane> {
  const [lane] = await presentLanes(transaction, [row], now, liveness);
  if (lane === undefined) throw new Error(`Lane ${row.name} could not be shown.`);
  return lane;
}

export function showLane({ store, clock }: Context, laneId: string, liveness = noLiveness): Promise<Lane> {
  return store.read(async transaction =>
    presentOneLane(transaction, await laneOf(transaction, laneId), clock.now(), liveness),
  );
}

export async function laneOf(transaction: Transaction, laneId: string): Promise<LaneRow> {
  const [row] = await transaction.lanes.ofIds([laneId]);
  if (row === undefined) throw new Error(`Lane ${laneId} was not found.`);
  return row;
}

/** Lanes that each of these starts after, by id; only lanes with any. */
export async function parentsOf(
  transaction: Transaction,
  rows: readonly LaneRow[],
): Promise<ReadonlyMap<string, readonly ParentLane[]>> {
  const ids = new Set(rows.map(({ id }) => id));
  const pairs = (await transaction.laneDependencies.all()).filter(({ lane_id }) => ids.has(lane_id));
  if (pairs.length === 0) return new Map();
  const lanes = new Map(
    (await transaction.lanes.ofIds(pairs.map(({ after_id }) => after_id))).map(row => [row.id, row]),
  );
  const workers = new Map((await transaction.workers.ofLanes([...lanes.keys()])).map(row => [row.lane_id, row]));
  const found = new Map<string, ParentLane[]>();
  for (const { lane_id, after_id } of pairs) {
    const lane = lanes.get(after_id);
    if (lane === undefined) continue;
    found.set(lane_id, [...(found.get(lane_id) ?? []), { lane, worker: workers.get(after_id) }]);
  }
  return found;
}
