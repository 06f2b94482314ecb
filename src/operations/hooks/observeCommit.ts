import { newEvent } from '../../domain/event/newEvent.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { HookName } from '../../git/hooks/gitHooks.js';
import type { PathChange } from '../../git/workTree.js';
import type { Context } from '../../records/context.js';
import type { Transaction } from '../../store/store.js';

const maxFiles = 1000;

/** Records the branch's commit and the files that it touched in its active task. Never refuses: git has finished. */
export async function observeCommit(context: Context, hook: HookName): Promise<void> {
  const { store, workTree } = context;
  const { state } = await store.health();
  const head = await workTree?.head();
  if (state !== 'ready' || head?.commit === undefined || head.branch === undefined) return;
  const { commit, branch } = head;
  const mine = (task: TaskRow) => task.branch === branch && task.observed_sha !== commit;
  if (!(await store.read(transaction => transaction.tasks.live())).some(mine)) return;
  const files = hook === 'post-commit' ? await filesOf(context, commit) : [];
  await store.transaction(async transaction => {
    for (const task of (await transaction.tasks.live()).filter(mine)) {
      await note(context, transaction, task, commit, files);
    }
  });
}

async function filesOf({ workTree }: Context, commit: string): Promise<readonly PathChange[]> {
  const parent = await workTree?.resolveCommit(`${commit}^1`);
  return parent === undefined ? [] : ((await workTree?.changesBetween(parent, commit)) ?? []);
}

async function note(
  { actor, clock, ids }: Context,
  transaction: Transaction,
  task: TaskRow,
  commit: string,
  files: readonly PathChange[],
): Promise<void> {
  const now = clock.now();
  await transaction.tasks.observe(task.id, commit);
  const touched = files.slice(0, maxFiles);
  if (touched.length > 0) {
    await transaction.touchedFiles.put(
      task.id,
      touched.map(({ path, kind, oldPath }) => ({
        id: ids.ulid(now),
        task_id: task.id,
        path,
        change_kind: kind,
        old_path: oldPath ?? null,
        actor: actor.name,
        session: actor.session ?? null,
        commit_sha: commit,
        touched_at: now,
      })),
    );
  }
  const type = touched.length > 0 ? 'files_touched' : 'commit_observed';
  const payload =
    touched.length > 0
      ? { commit, files: files.length, paths: touched.slice(0, 20).map(({ path }) => path) }
      : { commit };
  await transaction.events.append([newEvent(actor, now, type, null, payload, task.id)]);
}
