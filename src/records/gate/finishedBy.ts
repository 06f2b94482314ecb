import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { WorkTree } from '../../git/workTree.js';
import { bindingBranches, strictestConfig } from '../baseConfig.js';
import type { Context } from '../context.js';

export interface FinishedBy {
  /** The settings that bind; undefined if no branch has any. */
  readonly config: RepositoryConfig | undefined;
  /**
   * The commits of the remote branches with these settings, as last seen here, by branch name. They can be moved locally; only the next
   * push shows if the remote ever had them.
   */
  readonly bases: Readonly<Record<string, string>>;
}

const atRemote = 'origin/';

/** The record of how a finished task was judged, stored in its event. */
export interface FinishNote {
  readonly commit: string;
  /** Null if no gate was asked: its lane was merged with git or at the host. */
  readonly bases: FinishedBy['bases'] | null;
}

/** Reads both at once, so that the recorded settings are the binding ones. */
export async function finishedBy(context: Context, base: string | null): Promise<FinishedBy> {
  const { workTree } = context;
  const bound = workTree === undefined ? [] : await bindingBranches(workTree, base ?? undefined);
  const remote = bound.filter(({ name }) => name.startsWith(atRemote));
  return {
    config: await strictestConfig(
      context,
      bound.map(({ commit }) => commit),
    ),
    bases: Object.fromEntries(remote.map(({ name, commit }) => [name.slice(atRemote.length), commit])),
  };
}

/**
 * Returns the commit of a done task to judge again before it goes to the remote's branch, which git finds at `there`: one that no gate
 * judged, or one judged by settings that the remote never had, because the local remote-tracking commit is not part of it. Undefined if
 * nothing is recorded, as for tasks finished by earlier versions.
 */
export async function commitToJudge(
  { store, workTree }: Context,
  task: TaskRow,
  { branch, there }: { readonly branch: string; readonly there: string },
): Promise<string | undefined> {
  const payload = await store.read(transaction => transaction.events.lastPayload(task.id, 'task_finished'));
  const { bases, commit = task.observed_sha } = JSON.parse(payload ?? '{}') as Partial<FinishNote>;
  if (workTree === undefined || bases === undefined || commit === null) return undefined;
  if (bases === null) return commit;
  return (await isPartOf(workTree, bases[branch], there, [task.base_branch, 'main', 'master'].includes(branch)))
    ? undefined
    : commit;
}

/** Binding settings that were not seen were fetched since, or removed before. */
async function isPartOf(workTree: WorkTree, seen: string | undefined, there: string, binds: boolean): Promise<boolean> {
  if (seen === undefined) return !binds;
  for (const commit of [seen, there]) if ((await workTree.resolveCommit(commit)) === undefined) return false;
  return workTree.isAncestor(seen, there);
}
