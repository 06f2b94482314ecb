import { presentFault } from '../../domain/hooks/hookFault.js';
import { message } from '../../messages/message.js';
import type { Context } from '../context.js';

/**
 * Tells the caller of installed hooks that git does not get to in a worktree that was just made, where work would go unchecked.
 * Whatever goes wrong in the trial, the worktree is there.
 */
export async function noteMissedHooks({ workTree, notify, log }: Context, directory: string): Promise<void> {
  if (notify === undefined) return;
  try {
    const missed = await workTree?.at(directory)?.missedInTrial();
    if (missed !== undefined) notify(message('hooks.withStep', presentFault(missed, { directory })));
  } catch (error) {
    log.debug(`Could not try the hooks in ${directory}: ${String(error)}`);
  }
}
