import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import type { Context } from '../context.js';
import { readConfig } from '../repositoryConfig.js';

/** The settings as the base branch has them, so that no branch can lift a rule for itself. Asks git. */
export async function baseConfig(context: Context): Promise<RepositoryConfig> {
  const base = await context.workTree?.defaultBranch();
  return readConfig(context, base === undefined ? undefined : await context.workTree?.resolveCommit(base));
}
