import * as z from 'zod';
import { commandSettings, repositoryCommandSchema } from '../../domain/trust/repositoryCommand.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { shownCommand } from './grantTrust.js';
import type { TrustState } from './trustState.js';

/** A repository's commands with this clone's trust: complete, with invisible characters escaped. */
export const trustSchema = z.object({
  /** True if all commands of the repository may run. */
  trusted: z.boolean(),
  commands: z.array(z.object({ setting: z.enum(commandSettings), command: z.string(), trusted: z.boolean() })),
  removed: z.array(repositoryCommandSchema),
  /** For `trust grant`: trusts exactly these commands. */
  hash: z.string(),
  grantedAt: z.iso.datetime().nullable(),
  grantedBy: z.string().nullable(),
  /** Reason why the recorded trust does not count; null if it does, or there is none. */
  problem: sentenceSchema.nullable(),
});

export function presentTrust({
  commands,
  untrusted,
  removed,
  grant,
  problem,
  hash,
}: TrustState): z.output<typeof trustSchema> {
  return {
    trusted: untrusted.length === 0,
    commands: commands.map(each => ({ ...shownCommand(each), trusted: !untrusted.includes(each) })),
    removed: removed.map(shownCommand),
    hash,
    grantedAt: grant === undefined ? null : new Date(grant.grantedAt).toISOString(),
    grantedBy: grant?.grantedBy ?? null,
    problem,
  };
}
