import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { WorkTree } from '../../git/workTree.js';
import { bindingBranches, strictestConfig } from '../baseConfig.js';
import type { Context } from '../context.js';

export interface FinishedBy {
  /** Binding settings; undefined if no branch has any. */
  readonly config: RepositoryConfig | undefined;
  /** Commits of remote branches with these settings, by branch, as last seen; only a push shows if the remote had them. */
  readonly bases: Readonly<Record<string, string>>;
}

const atRemote = 'origin/';

/** Judgement of a finished task, stored in its event. */
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
 * Returns a done task's commit to judge again before a push to the remote branch at `there`: no gate judged it, or by settings
 * that the remote never had. Undefined without a record, as for tasks of earlier versions.
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
