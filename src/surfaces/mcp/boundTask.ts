import type { Actor } from '../../domain/actor/actor.js';
import { agentOf } from '../../domain/agent/agents.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { Task } from '../../domain/task/task.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskName } from '../../domain/task/taskRule.js';
import { holdersOf } from '../../domain/thread/thread.js';
import type { AnyOperation } from '../../operations/operation.js';
import type { Context } from '../../records/context.js';
import { laneAt } from '../../records/lane/laneAt.js';
import { placeOf, presentOneTask, tasksAt } from '../../records/task/taskAccess.js';
import { threadOf } from '../../records/workItem/threadAccess.js';

/** Undefined if the folder is not a worktree of the same repository. */
export type ContextAt = (context: Context, directory: string) => Context | undefined;

export interface Placed {
  readonly context: Context;
  readonly notice: string | undefined;
}

/** The task that a connection started or switched to. Calls run in its worktree until it ends or is removed. */
export class BoundTask {
  readonly #contextAt: ContextAt;
  readonly #hasOwnName: (actor: Actor) => boolean;
  /** ULID. */
  #task: string | undefined;
  #isResumed = false;

  constructor(contextAt: ContextAt, hasOwnName: (actor: Actor) => boolean) {
    this.#contextAt = contextAt;
    this.#hasOwnName = hasOwnName;
  }

  /**
   * On the first call, resumes the only task that the caller holds in another worktree, for example after a restart. If another
   * session may use the caller's name, only mentions it. Returns a sentence for the caller.
   */
  async resume(operation: AnyOperation, own: Context): Promise<string | undefined> {
    if (this.#isResumed) return undefined;
    this.#isResumed = true;
    if (operation.entersTask === true) return undefined;
    const task = await heldElsewhere(own);
    if (task === undefined) return undefined;
    const shown = await own.store.read(transaction => presentOneTask(transaction, task));
    if (!this.#hasOwnName(own.actor)) {
      return `${own.actor.name} works on ${taskName(task)} in ${task.worktree_path}. If that is you, switch to it.`;
    }
    const place = this.#enter(own, shown);
    return place && `You work on ${taskName(task)}. ${place}`;
  }

  /** Returns the context in which a call runs; `own` is that of the server's folder. */
  async place(own: Context): Promise<Placed> {
    const ulid = this.#task;
    if (ulid === undefined) return { context: own, notice: undefined };
    const task = await own.store.read(transaction => transaction.tasks.find({ by: 'ulid', ulid }));
    if (task === undefined || task.status === 'done' || task.archived_at !== null) {
      // A finished task is archived too, so its status is checked first.
      const state = task?.status === 'done' ? 'done' : 'archived';
      const ended = task === undefined ? 'The task is gone' : `${taskName(task)} is ${state}`;
      return this.#backTo(own, `${ended}. Calls apply to ${folderOf(own)} again.`);
    }
    const directory = task.worktree_path;
    if (directory === null || directory === own.workTree?.root) return { context: own, notice: undefined };
    const context = this.#contextAt(own, directory);
    if (context !== undefined) return { context, notice: undefined };
    const missing = `${directory}, the worktree of ${taskName(task)}, is missing. Calls apply to ${folderOf(own)} again;`;
    return this.#backTo(own, `${missing} switch to the task to restore its worktree.`);
  }

  /** Updates the bound task after a call; returns a sentence if later calls apply elsewhere. `own` as in `place`. */
  async follow(operation: AnyOperation, own: Context, output: unknown): Promise<string | undefined> {
    if (operation.entersTask === true) return this.#enter(own, (output as { readonly task: Task }).task);
    if (operation.leavesTask === true) return this.#leave(own, (output as { readonly task: string | null }).task);
    return operation.effect === 'read' ? undefined : (await this.place(own)).notice;
  }

  #enter(own: Context, { id, workTree: directory, branch }: Task): string | undefined {
    const isOwn = directory === own.workTree?.root;
    this.#task = undefined;
    if (directory === null || (!isOwn && this.#contextAt(own, directory) === undefined)) return undefined;
    this.#task = id;
    const place = `Work in ${directory}${branch === null ? '' : `, on branch ${branch}`}`;
    const calls = isOwn ? '' : '; calls on this connection apply there';
    // The agent's sandbox may prevent git from writing.
    const commits = agentOf(own.actor)?.staysInFolder === true ? ' Commit with slices {"action":"commit"}.' : '';
    return `${place}${calls}.${commits}`;
  }

  /** Calls go on in the server's folder once the bound task, named by its ref, is someone else's. */
  async #leave(own: Context, ref: string | null): Promise<string | undefined> {
    const ulid = this.#task;
    const task = ulid && (await own.store.read(transaction => transaction.tasks.find({ by: 'ulid', ulid })));
    if (!task || formatRef('task', task.number) !== ref) return undefined;
    this.#task = undefined;
    return task.worktree_path === own.workTree?.root ? undefined : `Calls apply to ${folderOf(own)} again.`;
  }

  #backTo(own: Context, notice: string): Placed {
    this.#task = undefined;
    return { context: own, notice };
  }
}

/** The only live task in another worktree that the caller holds; undefined inside the worktree of a task or a lane. */
async function heldElsewhere(own: Context): Promise<TaskRow | undefined> {
  const { actor, store, workTree } = own;
  if (workTree === undefined || (await store.health()).state !== 'ready') return undefined;
  const place = await placeOf(own);
  return store.read(async transaction => {
    const live = await transaction.tasks.live();
    if (tasksAt(live, place).length > 0 || (await laneAt(transaction, workTree.root)) !== undefined) return undefined;
    const held: TaskRow[] = [];
    for (const task of live) {
      const thread = await threadOf(transaction, task.work_item_id);
      // A lane's work belongs to its worker, whose server runs in the lane.
      if (thread?.item.owner === actor.name && holdersOf(thread).lanes.length === 0) held.push(task);
    }
    const [only] = held;
    return held.length === 1 && only?.worktree_path !== workTree.root ? only : undefined;
  });
}

function folderOf({ workTree }: Context): string {
  return workTree?.root ?? 'the folder of the server';
}
