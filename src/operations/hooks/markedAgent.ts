import type { Context } from '../../records/context.js';

/**
 * Whether the caller of one of git's hooks is known to be an agent. Git that a person runs in a pipe or by another program has
 * no terminal, which alone makes an agent of the caller of a command of ours.
 */
export function isMarkedAgent({ actor, settings }: Context): boolean {
  return (
    actor.role === 'agent' &&
    (actor.harness !== undefined || actor.lane !== undefined || settings.isAgentProcess === true)
  );
}
