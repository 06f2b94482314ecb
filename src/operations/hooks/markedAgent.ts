import type { Context } from '../../records/context.js';

/** True for a known agent. A missing terminal, which alone marks a command's caller, may be a person's pipe or program here. */
export function isMarkedAgent({ actor, agentSign }: Context): boolean {
  return actor.role === 'agent' && agentSign !== 'noTerminal';
}
