import { type RepositoryConfig, repositoryConfigSchema } from '../domain/config/repositoryConfig.js';
import { stricterConfig } from '../domain/config/stricterConfig.js';
import { RefusalError } from '../domain/refusal/refusal.js';
import type { WorkTree } from '../git/workTree.js';
import type { Context } from './context.js';
import { readConfig } from './repositoryConfig.js';

/**
 * The settings as the default branch has them, the stricter of here and at the remote, so that no branch can lift a rule for
 * itself; without one, as the worktree has them. Asks git.
 */
export async function baseConfig(context: Context): Promise<RepositoryConfig> {
  return configOf(context, undefined, undefined);
}

/**
 * The settings that bind work that goes into `branch`: the strictest of that branch's and the default branch's, here and at the
 * remote. Those of `otherwise`, or of the worktree, where there is none of these.
 */
export async function configOf(
  context: Context,
  branch: string | undefined,
  otherwise: string | undefined,
): Promise<RepositoryConfig> {
  const { workTree } = context;
  const branches = workTree === undefined ? [] : await bindingBranches(workTree, branch);
  const commits = branches.map(({ commit }) => commit);
  return (await strictestConfig(context, commits)) ?? readConfig(context, otherwise);
}

/**
 * The strictest of the settings of some commits, without those that cannot be used; where none of these can, of the next list.
 * Undefined without commits. Refuses where none of them can be used.
 */
export async function strictestConfig(
  context: Context,
  ...lists: readonly (readonly string[])[]
): Promise<RepositoryConfig | undefined> {
  let refused: RefusalError | undefined;
  for (const commits of lists) {
    let strictest: RepositoryConfig | undefined;
    for (const commit of new Set(commits)) {
      try {
        const config = await readConfig(context, commit);
        strictest = strictest === undefined ? config : stricterConfig(strictest, config);
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        refused ??= error;
      }
    }
    if (strictest !== undefined) return strictest;
  }
  if (refused !== undefined) throw refused;
  return undefined;
}

/** The same as `baseConfig`, with the defaults if the configuration is invalid. */
export async function baseConfigOrDefaults(context: Context): Promise<RepositoryConfig> {
  try {
    return await baseConfig(context);
  } catch (error) {
    if (error instanceof RefusalError) return repositoryConfigSchema.parse({});
    throw error;
  }
}

/** A branch here or, as `origin/main`, at the remote, and its last commit. */
export interface BindingBranch {
  readonly name: string;
  readonly commit: string;
}

/**
 * What the default branch may be called: what the remote's HEAD, which anyone here can repoint, says first, and the usual names,
 * which it cannot take out.
 */
export async function defaultNames(workTree: WorkTree): Promise<string[]> {
  return [...new Set([await workTree.defaultBranch(), 'main', 'master'])].filter(name => name !== undefined);
}

/**
 * The branches whose settings bind work that goes into `branch`: itself, the default branch, `main` and `master`, each here and at
 * the remote.
 */
export async function bindingBranches(workTree: WorkTree, branch?: string): Promise<BindingBranch[]> {
  const names = new Set([branch, ...(await defaultNames(workTree))]);
  const found: BindingBranch[] = [];
  for (const name of names) {
    if (name === undefined) continue;
    for (const [shown, ref] of [
      [name, `refs/heads/${name}`],
      [`origin/${name}`, `refs/remotes/origin/${name}`],
    ] as const) {
      const commit = await workTree.resolveCommit(ref);
      if (commit !== undefined) found.push({ name: shown, commit });
    }
  }
  return found;
}
