import { type RepositoryConfig, repositoryConfigSchema } from '../domain/config/repositoryConfig.js';
import { stricterConfig } from '../domain/config/stricterConfig.js';
import { RefusalError, refusalError } from '../domain/refusal/refusal.js';
import type { TaskRow } from '../domain/task/taskRow.js';
import type { WorkTree } from '../git/workTree.js';
import type { Context } from './context.js';
import { readConfig, readOwnSettings, readSettings } from './repositoryConfig.js';

/** Returns the default branch's strictest settings, local and remote, so that no branch lifts its own; else the worktree's. */
export async function baseConfig(context: Context): Promise<RepositoryConfig> {
  return configOf(context, undefined, undefined);
}

/** Returns the strictest settings of `branch` and the default branch, local and remote, else of `otherwise` or the worktree. */
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

/** Returns the strictest settings of the first list with usable ones; undefined without commits. Refuses if none are usable. */
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

/** Settings that limit what is started, each for itself: of the clone, of the default branch, local and remote. Refuses one that cannot be read: it may hold the lower limit. */
export async function readSources(context: Context): Promise<readonly RepositoryConfig[]> {
  const { workTree } = context;
  const branches = workTree === undefined ? [] : await bindingBranches(workTree);
  const commits = branches.length === 0 ? [undefined] : branches.map(({ commit }) => commit);
  const own = await readOwnSettings(context);
  const found = own === undefined ? [] : [own.config];
  for (const commit of commits) found.push((await readSettings(context, commit)).config);
  return found;
}

/** Falls back to the defaults if the configuration is invalid. */
export async function baseConfigOrDefaults(context: Context): Promise<RepositoryConfig> {
  try {
    return await baseConfig(context);
  } catch (error) {
    if (error instanceof RefusalError) return repositoryConfigSchema.parse({});
    throw error;
  }
}

/** A branch, local or remote (`origin/main`), and its last commit. */
export interface BindingBranch {
  readonly name: string;
  readonly commit: string;
}

/** Names of the default branch: the remote's HEAD, which anyone here can repoint, then the usual ones, which it cannot remove. */
export async function defaultNames(workTree: WorkTree): Promise<string[]> {
  return [...new Set([await workTree.defaultBranch(), 'main', 'master'])].filter(name => name !== undefined);
}

/** Branches whose settings bind work for `branch`: itself, the default branch, `main` and `master`, each local and remote. */
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

/** The strictest settings for a task: of its base, else of the worktree's HEAD. Refuses without a worktree. */
export async function readBaseConfig(context: Context, task: TaskRow | undefined): Promise<RepositoryConfig> {
  const workTree = requireWorkTree(context);
  return configOf(context, task?.base_branch ?? undefined, (await workTree.head()).commit);
}

export function requireWorkTree({ workTree }: Context): WorkTree {
  if (workTree !== undefined) return workTree;
  throw refusalError('no_repository', 'gates.noWorkTree', { hint: 'gates.noWorkTreeHint' });
}
