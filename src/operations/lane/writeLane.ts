import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { mayCollide } from '../../domain/lane/ownedPath.js';
import type { PortBlock } from '../../domain/lane/portBlock.js';
import { type Refusal, refusalError, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkOpening } from '../../domain/thread/openingRule.js';
import type { Thread } from '../../domain/thread/thread.js';
import { type Message, message } from '../../messages/message.js';
import type { Act } from '../../records/act.js';
import type { Context } from '../../records/context.js';
import { findLane, laneCalled, tellOfLane } from '../../records/lane/laneAccess.js';
import { changeTask } from '../../records/task/taskAccess.js';
import { addItemOfWork, titleOfWork } from '../../records/thread/itemOfWork.js';
import { readCloseOfItem } from '../../records/thread/takeBackClose.js';
import { readThread, takeForWork, threadOf } from '../../records/workItem/threadAccess.js';
import type { Transaction } from '../../store/store.js';
import type { LaneOpening } from './openLane.js';

export interface LanePlaceMade {
  readonly id: string;
  readonly directory: string;
  readonly base: string;
  readonly adopted: boolean;
  readonly ports: PortBlock | null;
}

/** Conflict of a new lane with the rows of other lanes, if any. */
export async function laneConflict(
  transaction: Transaction,
  { name, branch, ownedPaths, after, reopens }: LaneOpening,
  directory?: string,
): Promise<Refusal | undefined> {
  const parents = new Set((await parentsOf(transaction, after)).map(({ id }) => id));
  const named = await transaction.lanes.find({ by: 'key', key: name });
  if (named !== undefined && named.id !== reopens?.lane.id)
    return taken(named, message('lanes.hasName'), message('lanes.hasNameHint'));
  for (const other of await transaction.lanes.list(openStatuses)) {
    if (other.branch === branch)
      return taken(other, message('lanes.worksOn', { branch }), message('lanes.worksOnHint'));
    if (other.worktree_path === directory)
      return taken(other, message('lanes.livesIn', { directory }), message('lanes.livesInHint'));
    if (parents.has(other.id)) continue;
    const met = meeting(ownedPaths, JSON.parse(other.owned_paths) as string[]);
    if (met !== undefined) {
      const refusal = taken(
        other,
        message('lanes.ownsPaths', { paths: met }),
        message('lanes.ownsPathsHint', { lane: other.name }),
      );
      return { ...refusal, details: { ...refusal.details, ownedBy: formatRef('lane', other.number) } };
    }
  }
  return undefined;
}

/** Refusal to open a lane because of its item, if any. Checked again when writing. */
export async function openingRefusal(
  { actor, clock }: Context,
  transaction: Transaction,
  { kind, start, workItemId, reopens }: LaneOpening,
): Promise<Refusal | undefined> {
  if (kind !== 'implement') return undefined;
  const thread = await threadOf(transaction, reopens?.lane.work_item_id ?? workItemId);
  if (thread === undefined) return undefined;
  const now = clock.now();
  if (reopens !== undefined) return (await readCloseOfItem({ transaction, actor, now }, thread, reopens.lane)).refusal;
  return checkOpening(thread, { actor, now, heartbeats: transaction.heartbeats(), start });
}

/** Paths that other open lanes own; lanes that wait for each other may share. */
export async function ownedConflict(
  transaction: Transaction,
  lane: LaneRow,
  owned: readonly string[],
): Promise<Refusal | undefined> {
  const pairs = await transaction.laneDependencies.all();
  const isRelated = (id: string): boolean =>
    pairs.some(
      ({ lane_id, after_id }) => (lane_id === lane.id && after_id === id) || (lane_id === id && after_id === lane.id),
    );
  for (const other of await transaction.lanes.list(openStatuses)) {
    if (other.id === lane.id || isRelated(other.id)) continue;
    const met = meeting(owned, JSON.parse(other.owned_paths) as string[]);
    if (met !== undefined)
      return taken(other, message('lanes.ownsPaths', { paths: met }), message('lanes.ownOtherPaths'));
  }
  return undefined;
}

function meeting(owned: readonly string[], others: readonly string[]): string | undefined {
  return owned.find(pattern => others.some(other => mayCollide(pattern, other)));
}

function taken(other: LaneRow, does: string | Message, hint: Message): Refusal {
  return refuse('conflict', message('plans.unusable', { path: laneCalled(other), problem: does }), {
    hint,
    details: { lane: formatRef('lane', other.number), name: other.name },
  });
}

async function parentsOf(transaction: Transaction, after: readonly string[]): Promise<LaneRow[]> {
  const parents: LaneRow[] = [];
  for (const name of after) parents.push(await findLane(transaction, name));
  return parents;
}

export async function takenPorts(transaction: Transaction): Promise<PortBlock[]> {
  return (await transaction.lanes.list(openStatuses)).flatMap(({ port_first, port_count }) =>
    port_first === null ? [] : [{ first: port_first, count: port_count }],
  );
}

/** Writes a lane with its worker; undefined, with nothing written, if another lane took its ports. */
export async function writeLane(
  context: Context,
  transaction: Transaction,
  opening: LaneOpening,
  place: LanePlaceMade,
): Promise<LaneRow | undefined> {
  throwIfRefused(await laneConflict(transaction, opening, place.directory));
  const { ports } = place;
  const others = await takenPorts(transaction);
  if (ports !== null && others.some(({ first }) => first === ports.first)) return undefined;
  const parents = await parentsOf(transaction, opening.after);
  const { actor, clock, ids } = context;
  const now = clock.now();
  const thread =
    opening.kind === 'implement' ? await threadForLane(context, { transaction, actor, now }, opening) : undefined;
  const row = await transaction.lanes.create({
    id: place.id,
    name: opening.name,
    description: opening.description,
    kind: opening.kind,
    status: parents.every(({ status }) => status === 'merged') ? 'active' : 'planned',
    task_id: opening.taskId,
    work_item_id: thread?.item.id ?? opening.workItemId,
    branch: opening.branch,
    base_branch: opening.base,
    base_sha: place.base,
    worktree_path: place.directory,
    owned_paths: JSON.stringify(opening.ownedPaths),
    git_writes: opening.gitWrites,
    adopted: place.adopted ? 1 : 0,
    port_first: place.ports?.first ?? null,
    port_count: place.ports?.count ?? 0,
    backend: opening.agent,
    model: opening.model,
    effort: opening.effort,
    created_by: actor.name,
    created_at: now,
    updated_at: now,
  });
  if (thread !== undefined) {
    const place = formatRef('lane', row.number);
    await takeForWork({ transaction, actor, now }, thread, { place, start: opening.start });
  }
  await transaction.laneDependencies.add(
    row.id,
    parents.map(({ id }) => id),
    now,
  );
  await transaction.workers.create({
    id: ids.ulid(now),
    lane_id: row.id,
    state: 'ASSIGNED',
    state_changed_at: now,
    changed_by: actor.name,
    attempt: 1,
    cancelled: 0,
    created_at: now,
  });
  // Earlier messages to everyone are not for it.
  await transaction.messageCursors.acknowledge(row.name, await transaction.messages.last(), now);
  const { branch, base_branch: base, worktree_path: worktreePath, port_first: port } = row;
  const payload = { branch, base, worktreePath, port, after: parents.map(({ name }) => name) };
  await tellOfLane(transaction, row, {
    actor,
    now,
    type: opening.adopts === true ? 'lane_adopted' : 'lane_opened',
    payload,
  });
  await tellOfLane(transaction, row, { actor, now, type: 'worker_assigned', payload: { attempt: 1 } });
  const [stored] = await transaction.lanes.ofIds([row.id]);
  if (stored === undefined) throw refusalError('conflict', message('lanes.writtenNotThere'));
  return stored;
}

/** Thread of a lane's item or task, else a new one. */
async function threadForLane(
  context: Context,
  act: Act,
  { name, description, taskId, workItemId }: LaneOpening,
): Promise<Thread> {
  const { transaction } = act;
  const present = await threadOf(transaction, workItemId);
  if (present !== undefined) return present;
  const [task] = taskId === null ? [] : await transaction.tasks.ofIds([taskId]);
  const made = await addItemOfWork(context, act, titleOfWork(task?.objective ?? description ?? name));
  if (task === undefined) return made;
  // Tasks of older versions have no item.
  await changeTask(act, task, { work_item_id: made.item.id }, 'task_updated', {
    workItem: formatRef('workItem', made.item.number),
  });
  return readThread(transaction, made.item);
}
