import type { Actor } from '../../domain/actor/actor.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { Context } from '../context.js';
import { type PresenceOf, readPresence } from '../presence/presence.js';

/** What a writing call needs of the task that it applies to. */
export interface Writing {
  /** The operation: `slice.start`. */
  readonly operation: string;
  /** True when only who holds the task may do it; false for what is recorded about a task, as reviewers do. */
  readonly needsHolder: boolean;
  /**
   * The task of nobody, or of someone who has ended, which the caller goes on with by this call. Each look for the task that the
   * call is about sets it anew: a callback of a transaction may look twice.
   */
  taken: TaskRow | undefined;
}

/** Who makes a call, as far as it concerns what they hold. */
export interface Caller {
  readonly actor: Actor;
  /** As `Context.sharesName`. */
  readonly sharesName: boolean;
  /** Root of the worktree in which the call is made. */
  readonly directory: string | undefined;
  /** ms UTC. */
  readonly now: number;
  readonly presenceOf: PresenceOf;
  /** Undefined for a call that only reads. */
  readonly writing: Writing | undefined;
}

/** The caller, with everyone's presence. Ask before a transaction: it lists a folder. */
export async function callerOf(context: Context): Promise<Caller> {
  return { ...withoutPresence(context), presenceOf: await readPresence(context) };
}

/** The caller, with the presence of others only where it matters: in what an agent writes. */
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
