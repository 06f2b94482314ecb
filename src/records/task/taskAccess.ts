import { newEvent } from '../../domain/event/newEvent.js';
import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { formatRef, parseIdentifier } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { type NextStep, type Refusal, RefusalError, refusalError, refuse } from '../../domain/refusal/refusal.js';
import { startTask } from '../../domain/refusal/steps.js';
import type { Task } from '../../domain/task/task.js';
import { type TaskRow, taskDefinition } from '../../domain/task/taskRow.js';
import { lostTask } from '../../domain/task/taskRule.js';
import { isLiveTask } from '../../domain/thread/thread.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Act, EventPayload } from '../act.js';
import type { Context } from '../context.js';
import { type Caller, callerOfWrite } from '../holding/caller.js';
import { refuseHeld, refuseUnnamed } from '../holding/heldRefusal.js';
import { holderOf, holds, standingOf } from '../holding/holder.js';
import { laneAt } from '../lane/laneAt.js';
import { showRow, showRows } from '../showRows.js';

/** Determines the task of a call that names none. Runs git: read it before a transaction. */
export interface TaskPlace {
  /** Absolute path of the caller's worktree. */
  readonly directory: string | undefined;
  readonly branch: string | undefined;
  readonly caller?: Caller;
}

export async function placeOf(context: Context): Promise<TaskPlace> {
  const { workTree } = context;
  const caller = await callerOfWrite(context);
  if (workTree === undefined) return { directory: undefined, branch: undefined, caller };
  return { directory: workTree.root, branch: (await workTree.head()).branch, caller };
}

/** Finds a task by ref, number or ULID, also an archived one. Refuses an unknown one. */
export async function findTask(transaction: Transaction, text: string): Promise<TaskRow> {
  const row = await transaction.tasks.find(parseIdentifier('task', text));
  if (row !== undefined) return row;
  throw refusalError('not_found', message('tasks.unknown', { task: text.trim().slice(0, 80) }), {
    next: [{ operation: 'task.list', input: {} }],
    details: { task: text },
  });
}

/**
 * Resolves the task of a call: named, else the active one whose branch is checked out here, of this worktree, or of the lane
 * whose worktree this is. Elsewhere: for an agent's write, the only one it holds; else the only active one. An agent's write
 * applies only to tasks that it holds, or that are here and held by no other agent at work. Several are listed, never guessed
 * (`ambiguous`); none is `not_found`, with the alternatives of `otherwise`; another agent's is `conflict`.
 */
export async function resolveTask(
  transaction: Transaction,
  place: TaskPlace,
  named: string | undefined,
  otherwise: readonly NextStep[] = [],
): Promise<TaskRow> {
  const task = await resolveTaskOrNone(transaction, place, named);
  if (task !== undefined) return task;
  throw new RefusalError((await refuseNone(transaction, place)) ?? noTask(otherwise));
}

/** Resolves likewise; undefined if no task applies. Refuses an unknown name. */
export async function resolveTaskOrNone(
  transaction: Transaction,
  place: TaskPlace,
  named: string | undefined,
): Promise<TaskRow | undefined> {
  if (named !== undefined) {
    const task = await findTask(transaction, named);
    await requireHeld(transaction, place, task);
    return task;
  }
  const candidates = await candidatesAt(transaction, place);
  if (candidates.length > 1) throw new RefusalError(ambiguous(candidates));
  return candidates[0];
}

/**
 * The task that a session is told of without a name. For an agent away from any task, with none of its own, that is the only active one:
 * several tasks of others are none.
 */
export async function taskToTell(transaction: Transaction, place: TaskPlace): Promise<TaskRow | undefined> {
  const { caller } = place;
  const live = await transaction.tasks.live();
  if (caller?.actor.role === 'agent' && live.length > 1 && (await tasksHere(transaction, live, place)) === undefined) {
    if ((await ownOf(transaction, caller, live)).length === 0) return undefined;
  }
  return resolveTaskOrNone(transaction, place, undefined);
}

/** The active task of a lane, or the only one on its branch or in its worktree; undefined for none. */
export async function taskOfLane(
  transaction: Transaction,
  { task_id: id, branch, worktree_path: directory }: LaneRow,
): Promise<TaskRow | undefined> {
  const live = await transaction.tasks.live();
  const own = live.find(task => task.id === id);
  if (own !== undefined) return own;
  const [task, ...others] = tasksAt(live, { directory, branch });
  return others.length === 0 ? task : undefined;
}

/** For calls of a task's holder: refuses an agent while another one holds it and is at work. A free task becomes the caller's. */
export async function requireHeld(transaction: Transaction, { caller }: TaskPlace, task: TaskRow): Promise<void> {
  goesOn(caller, undefined);
  if (caller?.writing?.needsHolder !== true || !isLiveTask(task)) return;
  const standing = await standingOf(transaction, caller, task);
  if (standing.kind !== 'own' && standing.kind !== 'free') throw new RefusalError(refuseHeld(caller, task, standing));
  if (standing.kind === 'free') goesOn(caller, task);
}

/** Reads about the named task, also an archived one, in one transaction. */
export async function readInTask<T>(
  context: Context,
  named: string | undefined,
  read: (transaction: Transaction, task: TaskRow) => Promise<T>,
): Promise<T> {
  const place = await placeOf(context);
  return context.store.read(async transaction => read(transaction, await resolveTask(transaction, place, named)));
}

/** Active tasks for a call without a name. For an agent's write: its own or free ones here, else its own elsewhere. */
export async function candidatesAt(transaction: Transaction, place: TaskPlace): Promise<readonly TaskRow[]> {
  const live = await transaction.tasks.live();
  const { caller } = place;
  goesOn(caller, undefined);
  const here = await tasksHere(transaction, live, place);
  if (here === undefined) {
    const own = caller?.actor.role === 'agent' ? await ownOf(transaction, caller, live) : [];
    return own.length > 0 || caller?.writing !== undefined ? own : live;
  }
  if (caller?.writing === undefined) return here;
  const usable: TaskRow[] = [];
  for (const task of here) {
    const { kind } = await standingOf(transaction, caller, task);
    if (kind === 'own' || kind === 'free') usable.push(task);
  }
  const [only] = usable;
  if (only === undefined) {
    // In a lane, never a task of another one.
    const isInLane = (await laneAt(transaction, place.directory)) !== undefined;
    return here.length === 0 || isInLane ? [] : ownOf(transaction, caller, live);
  }
  if (usable.length > 1) return usable;
  const { kind } = await standingOf(transaction, caller, only);
  if (kind === 'free') goesOn(caller, only);
  return usable;
}

/** Active tasks of a place; undefined if it belongs to no task and no lane. */
async function tasksHere(
  transaction: Transaction,
  live: readonly TaskRow[],
  place: TaskPlace,
): Promise<readonly TaskRow[] | undefined> {
  const here = tasksAt(live, place);
  if (here.length > 0) return here;
  const lane = await laneAt(transaction, place.directory);
  return lane && live.filter(({ id }) => id === lane.task_id);
}

async function ownOf(transaction: Transaction, caller: Caller, live: readonly TaskRow[]): Promise<TaskRow[]> {
  const own: TaskRow[] = [];
  for (const task of live) {
    const holder = await holderOf(transaction, task, caller.now);
    if (holder !== undefined && holds(caller, holder)) own.push(task);
  }
  return own;
}

/** Has `invoke` give the task to the caller after the call; a mere record about it changes no holder. */
function goesOn(caller: Caller | undefined, task: TaskRow | undefined): void {
  if (caller?.writing?.needsHolder === true) caller.writing.taken = task;
}

/** Refusal of a write without a name to which no single active task applies; undefined for reads and without active tasks. */
async function refuseNone(transaction: Transaction, place: TaskPlace): Promise<Refusal | undefined> {
  const { caller } = place;
  if (caller?.writing === undefined) return undefined;
  const live = await transaction.tasks.live();
  const [first, ...others] = (await tasksHere(transaction, live, place)) ?? live;
  if (first === undefined) return undefined;
  if (others.length > 0) return ambiguous([first, ...others]);
  return refuseUnnamed(caller, first, await standingOf(transaction, caller, first));
}

/** Active tasks whose branch is checked out here, else those of this worktree. */
export function tasksAt(live: readonly TaskRow[], { directory, branch }: TaskPlace): readonly TaskRow[] {
  const onBranch = live.filter(task => branch !== undefined && task.branch === branch);
  if (onBranch.length > 0) return onBranch;
  return live.filter(task => directory !== undefined && task.worktree_path === directory);
}

/** Message of the refusal for a missing active task. */
export const noTaskKey = 'gates.noTask';

function noTask(otherwise: readonly NextStep[]): Refusal {
  return refuse('not_found', noTaskKey, { next: [startTask, ...otherwise] });
}

function ambiguous(candidates: readonly TaskRow[]): Refusal {
  const names = candidates.map(task => `${formatRef('task', task.number)} (${task.ref})`);
  return refuse(
    'ambiguous',
    message('tasks.ambiguous', { count: candidates.length, tasks: names.slice(0, 10).join(', ') }),
    {
      hint: 'tasks.ambiguousHint',
      details: {
        candidates: candidates.map(task => ({
          task: formatRef('task', task.number),
          ref: task.ref,
          objective: task.objective,
          branch: task.branch,
        })),
      },
    },
  );
}

export type TaskChange = Partial<
  Omit<
    TaskRow,
    'id' | 'repository_id' | 'number' | 'revision' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by'
  >
>;

/** Changes a task and writes its event. Refuses after a concurrent change. */
export async function changeTask(
  act: Act,
  row: TaskRow,
  change: TaskChange,
  type: OwnEventType,
  payload: EventPayload,
): Promise<TaskRow> {
  const { transaction, actor, now } = act;
  const changed = await transaction.tasks.change(row, { ...change, updated_at: now, updated_by: actor.name });
  if (changed === undefined) throw new RefusalError(lostTask(row));
  await tellOfTask(act, changed, type, payload);
  return changed;
}

export async function tellOfTask(
  { transaction, actor, now }: Act,
  task: Pick<TaskRow, 'id' | 'number' | 'work_item_id'>,
  type: OwnEventType,
  payload: EventPayload,
): Promise<void> {
  const eventPayload = { task: formatRef('task', task.number), ...payload };
  await transaction.events.append([newEvent(actor, now, type, task.work_item_id, eventPayload, task.id)]);
}

export function presentTasks(
  transaction: Transaction,
  rows: readonly Omit<TaskRow, 'repository_id'>[],
): Promise<Task[]> {
  return showRows(transaction, taskDefinition, rows);
}

export function presentOneTask(transaction: Transaction, row: Omit<TaskRow, 'repository_id'>): Promise<Task> {
  return showRow(transaction, taskDefinition, row);
}
