import type { Context } from '../../records/context.js';

/**
 * True if the caller of a git hook is known to be an agent. Git run by a person in a pipe or by another program has no terminal, which
 * alone marks the caller of a Stateroom command as an agent.
 */
export function isMarkedAgent({ actor, agentSign }: Context): boolean {
  return actor.role === 'agent' && agentSign !== 'noTerminal';
}
