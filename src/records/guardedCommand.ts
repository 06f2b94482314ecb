import { commandText } from '../domain/evidence/commandText.js';
import { throwIfRefused } from '../domain/refusal/refusal.js';
import type { Context } from './context.js';

/** Refuses and records an agent's command that its shell would be refused. A shell line is one entry; `directory` is absolute. */
export async function requireAllowed(context: Context, command: readonly string[], directory: string): Promise<void> {
  if (context.actor.role !== 'agent' || context.judgeCommand === undefined) return;
  throwIfRefused(await context.judgeCommand(context, commandText(command), directory));
}

/** Marks programs run for an agent, even on their own terminal. A caller without a terminal may be a person's pipe in a hook. */
export function markOf({ actor, agentSign }: Context): Readonly<Record<string, string>> {
  return actor.role === 'agent' && agentSign !== 'noTerminal' ? { STATEROOM_ROLE: 'agent' } : {};
}
