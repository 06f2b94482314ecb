import type { Context } from '../../records/context.js';

/**
 * Whether the caller of one of git's hooks is known to be an agent. Git that a person runs in a pipe or by another program has
 * no terminal, which alone makes an agent of the caller of a command of ours.
 */
export function isMarkedAgent({ actor, agentSign }: Context): boolean {
  return actor.role === 'agent' && agentSign !== 'noTerminal';
}
