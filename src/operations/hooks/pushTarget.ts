import { isProtectedBranch } from '../../domain/config/protectedBranch.js';
import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
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
 * The settings of the branch over there as it is there: neither what is pushed, nor a local branch that the work was
 * merged into already, nor another base of the task can loosen them. A branch that is new there is bound by the default
 * branch's. Refuses when no configuration can be used.
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
  const [own, general] = await Promise.all([
    firstUsable(context, there),
    firstUsable(context, [...remoteDefault, ...local]),
  ]);
  const config = own.config ?? general.config;
  if (config === undefined) {
    if (own.refusal !== undefined) throw own.refusal;
    if (general.refusal !== undefined) throw general.refusal;
  }
  const binding = config ?? (await readConfig(context, (await workTree?.head())?.commit));
  const configs = [binding, ...(general.config === undefined ? [] : [general.config])];
  const isProtected = target !== undefined && configs.some(one => isProtectedBranch(one, target));
  return { config: binding, isProtected, excluded: isProtected ? there : [...there, ...remoteDefault] };
}

interface Usable {
  readonly config?: RepositoryConfig;
  readonly refusal?: RefusalError;
}

async function firstUsable(context: Context, commits: readonly string[]): Promise<Usable> {
  let refusal: RefusalError | undefined;
  for (const commit of commits) {
    try {
      return { config: await readConfig(context, commit) };
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      refusal = error;
    }
  }
  return refusal === undefined ? {} : { refusal };
}
