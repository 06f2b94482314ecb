import { newEvent } from '../../domain/event/newEvent.js';
import { type RepositoryCommand, visibleCommand } from '../../domain/trust/repositoryCommand.js';
import { redact } from '../../platform/redact.js';
import type { Context } from '../context.js';
import { requireTrust, type TrustState } from './trustState.js';

/** Characters of a command in an event or a sentence. */
const maxShown = 200;

/** Trusts exactly the commands of `state`, and says so in the timeline. */
export async function grantTrust(context: Context, { commands, untrusted, hash }: TrustState): Promise<void> {
  const { actor, clock, store } = context;
  const now = clock.now();
  await requireTrust(context).trust.write({ commands: [...commands], grantedAt: now, grantedBy: actor.name });
  const payload = { hash, commands: commands.length, added: untrusted.map(shortCommand) };
  const event = newEvent(actor, now, 'trust_granted', null, payload);
  await store.transaction(transaction => transaction.events.append([event]));
}

/** A command as people and events are shown it: in one line, secrets redacted. */
export function shownCommand({ setting, command }: RepositoryCommand): RepositoryCommand {
  return { setting, command: visibleCommand(redact(command)) };
}

/** The same, cut to what fits into a sentence. */
export function shortCommand(command: RepositoryCommand): string {
  const shown = shownCommand(command).command;
  return shown.length > maxShown ? `${shown.slice(0, maxShown - 1)}…` : shown;
}
