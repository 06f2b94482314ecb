import * as z from 'zod';
import { commandSettings, repositoryCommandSchema } from '../../domain/trust/repositoryCommand.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { shownCommand } from './grantTrust.js';
import type { TrustState } from './trustState.js';

/** Commands of a repository and whether a person trusts them in this clone, as returned to callers: whole, with what cannot be seen escaped. */
export const trustSchema = z.object({
  /** True when all that the repository names may run. */
  trusted: z.boolean(),
  commands: z.array(z.object({ setting: z.enum(commandSettings), command: z.string(), trusted: z.boolean() })),
  /** Trusted before, and not named here now. */
  removed: z.array(repositoryCommandSchema),
  /** For `trust grant`: trusts these commands and no others. */
  hash: z.string(),
  grantedAt: z.iso.datetime().nullable(),
  grantedBy: z.string().nullable(),
  /** Why the trust on file does not count; null when it does, or there is none. */
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
