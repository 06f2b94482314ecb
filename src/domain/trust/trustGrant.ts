import * as z from 'zod';
import { repositoryCommandSchema } from './repositoryCommand.js';

/** Max trusted commands: more than one configuration can have, so that worktrees may differ. */
export const maxTrusted = 200;

export const trustGrantSchema = z.strictObject({
  version: z.literal(1),
  /** Git's common directory, for people who read the file; the file name is decisive. */
  clone: z.string(),
  /** Exactly as run; latest last. */
  commands: z.array(repositoryCommandSchema.strict()).max(maxTrusted),
  /** ms UTC. */
  grantedAt: z.int().nonnegative(),
  grantedBy: z.string().max(200),
});
export type TrustGrant = z.output<typeof trustGrantSchema>;
