import type { RepositoryConfig } from '../../domain/config/repositoryConfig.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { WorkTree } from '../../git/workTree.js';
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

/** What the event of a task that is done keeps of how it was judged. */
export interface FinishNote {
  readonly commit: string;
  /** Null where no gate was asked: its lane was merged with git or at the host. */
  readonly bases: FinishedBy['bases'] | null;
}

/** Reads both at once, so that what is noted is what binds. */
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
 * The commit of a done task that is to be judged once more before it goes to the remote's branch, at which git finds `there`:
 * where no gate was asked, or one by settings that the remote never had, because what was last seen of the branch here is not
 * part of it. Undefined where nothing is known of that, as of tasks that versions before finished.
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

/** What binds and was not to be seen was fetched since, or taken away before. */
async function isPartOf(workTree: WorkTree, seen: string | undefined, there: string, binds: boolean): Promise<boolean> {
  if (seen === undefined) return !binds;
  for (const commit of [seen, there]) if ((await workTree.resolveCommit(commit)) === undefined) return false;
  return workTree.isAncestor(seen, there);
}
