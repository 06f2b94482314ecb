import { type Refusal, throwIfRefused } from '../../domain/refusal/refusal.js';
import { holdersOf, type Thread } from '../../domain/thread/thread.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { type Caller, callerOf } from './caller.js';
import { refuseHeld } from './heldRefusal.js';
import { standingOf } from './holder.js';

/** The caller, if other sessions may use its name; else undefined. Lists a folder: call it before a transaction. */
export async function namesakeOf(context: Context): Promise<Caller | undefined> {
  return context.sharesName === true && context.actor.role === 'agent' ? callerOf(context) : undefined;
}

/** Refuses an act on an item on whose task another session of the caller's name is at work, in that task's worktree. */
export async function refuseOtherSession(
  transaction: Transaction,
  caller: Caller | undefined,
  thread: Thread,
): Promise<void> {
  if (caller === undefined || thread.item.owner !== caller.actor.name) return;
  for (const task of holdersOf(thread).tasks) throwIfRefused(await heldRefusal(transaction, caller, task));
}

async function heldRefusal(
  transaction: Transaction,
  caller: Caller,
  task: Thread['tasks'][number],
): Promise<Refusal | undefined> {
  const standing = await standingOf(transaction, caller, task);
  return standing.kind === 'held' ? refuseHeld(caller, task, standing) : undefined;
}
