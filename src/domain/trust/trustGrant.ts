import * as z from 'zod';
import { repositoryCommandSchema } from './repositoryCommand.js';

/** Commands that trust is kept in: more than one configuration can name, so that worktrees may have different ones. */
export const maxTrusted = 200;

/** What a person agreed to in a clone, as it is on file. */
export const trustGrantSchema = z.strictObject({
  version: z.literal(1),
  /** Git's common directory, for people who look into the file; the file's name decides. */
  clone: z.string(),
  /** Exactly as they are run; the latest last. */
  commands: z.array(repositoryCommandSchema.strict()).max(maxTrusted),
  /** ms UTC. */
  grantedAt: z.int().nonnegative(),
  grantedBy: z.string().max(200),
});
export type TrustGrant = z.output<typeof trustGrantSchema>;
