import { newEvent } from '../../domain/event/newEvent.js';
import { commandsNotIn, type RepositoryCommand, visibleCommand } from '../../domain/trust/repositoryCommand.js';
import { maxTrusted } from '../../domain/trust/trustGrant.js';
import { redact } from '../../platform/redact.js';
import type { Context } from '../context.js';
import { requireTrust, type TrustState } from './trustState.js';

const maxShown = 200;

/** Trusts the untrusted commands of `state`. Earlier trust stays, up to a limit, since worktrees may name other commands. */
export async function grantTrust(context: Context, { commands, untrusted, hash }: TrustState): Promise<void> {
  const { actor, clock, store } = context;
  const { trust } = requireTrust(context);
  const now = clock.now();
  // Read it again: a command that was revoked while a person was asked must not be trusted again.
  const record = await trust.read();
  const granted = commandsNotIn(untrusted, record.state === 'granted' ? record.grant.commands : []);
  const unnamed = commandsNotIn(commands, granted);
  const all = [...unnamed, ...commandsNotIn(unnamed, granted), ...untrusted];
  await trust.write({ commands: all.slice(-maxTrusted), grantedAt: now, grantedBy: actor.name });
  const payload = { hash, commands: commands.length, added: untrusted.map(shortCommand) };
  const event = newEvent(actor, now, 'trust_granted', null, payload);
  await store.transaction(transaction => transaction.events.append([event]));
}

/** A command for approval: complete, with secrets, because a hidden part would run unseen. */
export function shownCommand({ setting, command }: RepositoryCommand): RepositoryCommand {
  return { setting, command: visibleCommand(command) };
}

/** A command for stored events and sentences: redacted and cut. Not for decisions. */
export function shortCommand({ command }: RepositoryCommand): string {
  const shown = [...visibleCommand(redact(command))];
  return shown.length > maxShown ? `${shown.slice(0, maxShown - 1).join('')}…` : shown.join('');
}
