import { presentFault } from '../../domain/hooks/hookFault.js';
import { message } from '../../messages/message.js';
import type { Context } from '../context.js';

/** Notifies the caller of installed hooks that git skips in a new worktree. Ignores its own failure: the worktree exists. */
export async function noteMissedHooks({ workTree, notify, log }: Context, directory: string): Promise<void> {
  if (notify === undefined) return;
  try {
    const missed = await workTree?.at(directory)?.missedInTrial();
    if (missed !== undefined) notify(message('hooks.withStep', presentFault(missed, { directory })));
  } catch (error) {
    log.debug(`The trial run of the hooks in ${directory} failed: ${String(error)}`);
  }
}
