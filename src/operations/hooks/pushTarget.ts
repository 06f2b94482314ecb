import { isProtectedBranch } from '../../domain/config/protectedBranch.js';
import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import { defaultNames, strictestConfig } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { readConfig } from '../../records/repositoryConfig.js';
import type { PushedRef } from './pushedRef.js';

export interface PushTarget {
  /** Settings that apply to the push. */
  readonly config: RepositoryConfig;
  readonly isProtected: boolean;
  /**
   * Commits known to be at the target. For a protected target only the commit that git reports: anyone here can move remote-tracking
   * branches. Otherwise also these, and the remote's default branch.
   */
  readonly excluded: readonly string[];
}

/**
 * Combines the strictest settings of the target branch and of the default branch, as they are at the remote, else here: neither the pushed
 * commits, nor a local branch that the work was merged into, nor another base of the task can loosen them. Throws a refusal if no
 * configuration is usable.
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
  // A tracked commit exists, so git need not look it up.
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
