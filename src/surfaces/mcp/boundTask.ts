import { agentOf } from '../../domain/agent/agents.js';
import type { Task } from '../../domain/task/task.js';
import { taskName } from '../../domain/task/taskRule.js';
import type { AnyOperation } from '../../operations/operation.js';
import type { Context } from '../../records/context.js';

/** A call's context in another worktree of its repository; undefined where the folder is none. */
export type ContextAt = (context: Context, directory: string) => Context | undefined;

/** Where a call applies. */
export interface Placed {
  readonly context: Context;
  /** A sentence for the caller where that has changed; undefined where it has not. */
  readonly notice: string | undefined;
}

/**
 * The task that a connection works on: the one that was started or switched to through it. Calls apply to the worktree of that
 * task, wherever the server was started, until it is finished or archived, by anyone, or its worktree is gone.
 */
export class BoundTask {
  readonly #contextAt: ContextAt;
  /** ULID. */
  #task: string | undefined;

  constructor(contextAt: ContextAt) {
    this.#contextAt = contextAt;
  }

  /** The context in which a call runs; `own` is the one of the server's folder. */
  async place(own: Context): Promise<Placed> {
    const ulid = this.#task;
    if (ulid === undefined) return { context: own, notice: undefined };
    const task = await own.store.read(transaction => transaction.tasks.find({ by: 'ulid', ulid }));
    if (task === undefined || task.status === 'done' || task.archived_at !== null) {
      // A task that is finished is archived as well.
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

  /** Takes note of what a call did; a sentence where later calls apply elsewhere. `own` as above. */
  async follow(operation: AnyOperation, own: Context, output: unknown): Promise<string | undefined> {
    if (operation.entersTask === true) return this.#enter(own, (output as { readonly task: Task }).task);
    return operation.effect === 'read' ? undefined : (await this.place(own)).notice;
  }

  #enter(own: Context, { id, workTree: directory, branch }: Task): string | undefined {
    const isOwn = directory === own.workTree?.root;
    this.#task = undefined;
    if (directory === null || (!isOwn && this.#contextAt(own, directory) === undefined)) return undefined;
    this.#task = id;
    const place = `Work in ${directory}${branch === null ? '' : `, on branch ${branch}`}`;
    const calls = isOwn ? '' : '; calls on this connection apply there';
    // Its sandbox may keep git from writing.
    const commits = agentOf(own.actor)?.staysInFolder === true ? ' Commit with slices, action commit.' : '';
    return `${place}${calls}.${commits}`;
  }

  #backTo(own: Context, notice: string): Placed {
    this.#task = undefined;
    return { context: own, notice };
  }
}

function folderOf({ workTree }: Context): string {
  return workTree?.root ?? 'the folder of the server';
}
