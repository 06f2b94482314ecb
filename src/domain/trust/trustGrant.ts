import * as z from 'zod';
import { repositoryCommandSchema } from './repositoryCommand.js';

/** More than one configuration can have, as worktrees differ. */
export const maxTrusted = 200;

export const trustGrantSchema = z.strictObject({
  version: z.literal(1),
  /** Git's common directory, for readers; the file name is decisive. */
  clone: z.string(),
  /** Exactly as run; latest last. */
  commands: z.array(repositoryCommandSchema.strict()).max(maxTrusted),
  /** ms UTC. */
  grantedAt: z.int().nonnegative(),
  grantedBy: z.string().max(200),
});
export type TrustGrant = z.output<typeof trustGrantSchema>;
