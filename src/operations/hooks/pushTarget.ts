import { isProtectedBranch } from '../../domain/config/protectedBranch.js';
import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import { defaultNames, strictestConfig } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { readConfig } from '../../records/repositoryConfig.js';
import type { PushedRef } from './pushedRef.js';

export interface PushTarget {
  readonly config: RepositoryConfig;
  readonly isProtected: boolean;
  /** Commits known at the target; if protected, only the one that git reports: remote-tracking branches can be moved here. */
  readonly excluded: readonly string[];
}

/**
 * Returns the strictest settings of the target and default branch, as at the remote, else here: not to be loosened by the pushed
 * commits, a local branch that has them, or another base of the task. Refuses if none are usable.
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
