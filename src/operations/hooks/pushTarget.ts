import { isProtectedBranch } from '../../domain/config/protectedBranch.js';
import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import { strictestConfig } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { readConfig } from '../../records/repositoryConfig.js';
import type { PushedRef } from './pushedRef.js';

/** Where a push goes. */
export interface PushTarget {
  /** What binds there. */
  readonly config: RepositoryConfig;
  readonly isProtected: boolean;
  /** Commits that are known to be there already, at the target or at the remote's default branch. */
  readonly excluded: readonly string[];
}

/**
 * The strictest of the settings of the branch over there as it is there and of the default branch over there, else here: neither
 * what is pushed, nor a local branch that the work was merged into already, nor another base of the task can loosen them. Refuses
 * when no configuration can be used.
 */
export async function findPushTarget(context: Context, { target, remoteCommit }: PushedRef): Promise<PushTarget> {
  const { workTree } = context;
  const find = async (names: readonly (string | undefined)[]) => {
    const found = await Promise.all(
      names.map(name => (name === undefined ? undefined : workTree?.resolveCommit(name))),
    );
    return found.filter(commit => commit !== undefined);
  };
  const main = await workTree?.defaultBranch();
  const tracked = await find([target === undefined ? undefined : `refs/remotes/origin/${target}`]);
  // Git need not be asked for a commit that a branch is at.
  const there =
    remoteCommit === undefined || tracked.includes(remoteCommit)
      ? tracked
      : [...(await find([remoteCommit])), ...tracked];
  const remoteDefault = await find([main === undefined ? undefined : `refs/remotes/origin/${main}`]);
  const local = await find([main, target].map(name => (name === undefined ? undefined : `refs/heads/${name}`)));
  const config =
    (await strictestConfig(
      context,
      [...there, ...(remoteDefault.length > 0 ? remoteDefault : local.slice(0, 1))],
      local,
    )) ?? (await readConfig(context, (await workTree?.head())?.commit));
  const isProtected = target !== undefined && isProtectedBranch(config, target);
  return { config, isProtected, excluded: isProtected ? there : [...there, ...remoteDefault] };
}
