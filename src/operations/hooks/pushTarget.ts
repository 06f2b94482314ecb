import { isProtectedBranch } from '../../domain/config/protectedBranch.js';
import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import { defaultNames, strictestConfig } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { readConfig } from '../../records/repositoryConfig.js';
import type { PushedRef } from './pushedRef.js';

/** Where a push goes. */
export interface PushTarget {
  /** What binds there. */
  readonly config: RepositoryConfig;
  readonly isProtected: boolean;
  /**
   * Commits that are known to be there already. For a protected target only what git itself says is there: anyone here can move
   * what was last seen of a remote. Elsewhere also that, and the remote's default branch.
   */
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
  const defaults = workTree === undefined ? [] : await defaultNames(workTree);
  const tracked = await find([target === undefined ? undefined : `refs/remotes/origin/${target}`]);
  // Git need not be asked for a commit that a branch is at.
  const said =
    remoteCommit === undefined || tracked.includes(remoteCommit) ? [remoteCommit] : await find([remoteCommit]);
  const known = said.filter(commit => commit !== undefined);
  const there = [...known, ...tracked];
  const remoteDefault = await find(defaults.map(name => `refs/remotes/origin/${name}`));
  const localDefault = await find(defaults.map(name => `refs/heads/${name}`));
  const local = [...localDefault, ...(await find([target === undefined ? undefined : `refs/heads/${target}`]))];
  const config =
    (await strictestConfig(context, [...there, ...(remoteDefault.length > 0 ? remoteDefault : localDefault)], local)) ??
    (await readConfig(context, (await workTree?.head())?.commit));
  const isProtected = target !== undefined && isProtectedBranch(config, target);
  return { config, isProtected, excluded: isProtected ? known : [...there, ...remoteDefault] };
}
