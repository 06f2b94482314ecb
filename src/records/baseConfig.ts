import { type RepositoryConfig, repositoryConfigSchema } from '../domain/config/repositoryConfig.js';
import { RefusalError } from '../domain/refusal/refusal.js';
import type { WorkTree } from '../git/workTree.js';
import type { Context } from './context.js';
import { readConfig } from './repositoryConfig.js';

/**
 * The settings as the base branch has them, here or at the remote, so that no branch can lift a rule for itself; without a
 * base branch, as the worktree has them. Asks git.
 */
export async function baseConfig(context: Context): Promise<RepositoryConfig> {
  return readConfig(context, context.workTree && (await baseBranch(context.workTree))?.commit);
}

/** The same, with the defaults if the configuration is invalid. */
export async function baseConfigOrDefaults(context: Context): Promise<RepositoryConfig> {
  try {
    return await baseConfig(context);
  } catch (error) {
    if (error instanceof RefusalError) return repositoryConfigSchema.parse({});
    throw error;
  }
}

/** The branch whose settings bind, here or at the remote, and its last commit; undefined without one. */
export async function baseBranch(
  workTree: WorkTree,
): Promise<{ readonly name: string; readonly commit: string } | undefined> {
  const name = await workTree.defaultBranch();
  if (name === undefined) return undefined;
  const commit =
    (await workTree.resolveCommit(`refs/heads/${name}`)) ??
    (await workTree.resolveCommit(`refs/remotes/origin/${name}`));
  return commit === undefined ? undefined : { name, commit };
}
