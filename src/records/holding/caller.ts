import type { Actor } from '../../domain/actor/actor.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { Context } from '../context.js';
import { type PresenceOf, readPresence } from '../presence/presence.js';

export interface Writing {
  readonly operation: string;
  /** True if only the task's holder may do it; false for records about a task, as by reviewers. */
  readonly needsHolder: boolean;
  /** Free or ended session's task that the caller takes over. Each lookup sets it again: a transaction callback may run twice. */
  taken: TaskRow | undefined;
}

export interface Caller {
  readonly actor: Actor;
  readonly sharesName: boolean;
  readonly directory: string | undefined;
  readonly now: number;
  readonly presenceOf: PresenceOf;
  /** Undefined for reads. */
  readonly writing: Writing | undefined;
}

/** Returns the caller with everyone's presence. Lists a folder: call it before a transaction. */
export async function callerOf(context: Context): Promise<Caller> {
  return { ...withoutPresence(context), presenceOf: await readPresence(context) };
}

/** Reads others' presence only for an agent's write, which needs it. */
export async function callerOfWrite(context: Context): Promise<Caller> {
  const isWrite = context.actor.role === 'agent' && context.writing !== undefined;
  return isWrite ? callerOf(context) : { ...withoutPresence(context), presenceOf: () => undefined };
}

function withoutPresence({ actor, sharesName, workTree, clock, writing }: Context): Omit<Caller, 'presenceOf'> {
  return {
    actor,
    sharesName: sharesName === true,
    directory: workTree?.root,
    now: clock.now(),
    writing: actor.role === 'agent' ? writing : undefined,
  };
}
