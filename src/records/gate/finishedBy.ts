import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { bindingBranches, strictestConfig } from '../baseConfig.js';
import type { Context } from '../context.js';

/** By what a task is finished. */
export interface FinishedBy {
  /** The settings that bind; undefined where no branch has any. */
  readonly config: RepositoryConfig | undefined;
  /**
   * The commits of the remote's branches whose settings these are, as last seen here, by the branch's name there. Anyone here can
   * move what was last seen of a remote: the next push tells whether it ever was there.
   */
  readonly bases: Readonly<Record<string, string>>;
}

const atRemote = 'origin/';

/** Reads both at once, so that what is noted is what binds. */
export async function finishedBy(context: Context, task: TaskRow): Promise<FinishedBy> {
  const { workTree } = context;
  const bound = workTree === undefined ? [] : await bindingBranches(workTree, task.base_branch ?? undefined);
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
 * Whether a done task was finished by settings of a branch that the remote never had: what was last seen of it here is not part of
 * `there`, the commit that git finds at the remote. False where nothing is known of that, as of tasks that versions before finished.
 */
export async function isFinishedByOthers(
  { store, workTree }: Context,
  task: TaskRow,
  { branch, there }: { readonly branch: string; readonly there: string },
): Promise<boolean> {
  const payload = await store.read(transaction => transaction.events.lastPayload(task.id, 'task_finished'));
  const { bases } = JSON.parse(payload ?? '{}') as { readonly bases?: FinishedBy['bases'] };
  if (workTree === undefined || bases === undefined) return false;
  const seen = bases[branch];
  // One that binds and was not to be seen was fetched since, or taken away before.
  if (seen === undefined) return [task.base_branch, 'main', 'master'].includes(branch);
  for (const commit of [seen, there]) if ((await workTree.resolveCommit(commit)) === undefined) return true;
  return !(await workTree.isAncestor(seen, there));
}
