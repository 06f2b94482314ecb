import { commandText } from '../domain/evidence/commandText.js';
import { throwIfRefused } from '../domain/refusal/refusal.js';
import type { Context } from './context.js';

/**
 * Refuses an agent a command of its own that its shell would be refused, before Stateroom runs it; puts it on record. `command` has
 * one entry where it is a line for the shell. `directory` is absolute.
 */
export async function requireAllowed(context: Context, command: readonly string[], directory: string): Promise<void> {
  if (context.actor.role !== 'agent' || context.judgeCommand === undefined) return;
  throwIfRefused(await context.judgeCommand(context, commandText(command), directory));
}

/**
 * Marks what Stateroom runs for an agent, so that it stays an agent even on a terminal of its own. Not for a caller that only lacks a
 * terminal: git's hooks take what a person runs in a pipe for a person's.
 */
export function markOf({ actor, agentSign }: Context): Readonly<Record<string, string>> {
  return actor.role === 'agent' && agentSign !== 'noTerminal' ? { STATEROOM_ROLE: 'agent' } : {};
}
