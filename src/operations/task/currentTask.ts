import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type ListedName, listedNames } from '../../domain/records.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import { refAndText } from '../../domain/session/openRecords.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskStatuses } from '../../domain/task/taskStatus.js';
import type { WorkTree } from '../../git/workTree.js';
import { errorText } from '../../messages/errorText.js';
import type { Context } from '../../records/context.js';
import { openRecords } from '../../records/task/openRecords.js';
import { resolveTask, type TaskPlace } from '../../records/task/taskAccess.js';
import type { Transaction } from '../../store/store.js';

/** Derived file, which nothing reads back. */
export const currentTaskFile = 'CURRENT_TASK.json';

const summarySchema = z.object({
  ref: z.string(),
  name: z.string(),
  objective: z.string(),
  focus: z.string().nullable(),
  status: z.enum(taskStatuses),
  branch: z.string().nullable(),
  base: z.string().nullable(),
  revision: z.int(),
  updatedAt: z.iso.datetime(),
});

export const currentTaskSchema = z.discriminatedUnion('shape', [
  z.object({
    version: z.literal(2),
    shape: z.literal('single'),
    task: summarySchema,
    ...(Object.fromEntries(listedNames.map(name => [name, z.array(z.string())])) as Record<
      ListedName,
      z.ZodArray<z.ZodString>
    >),
  }),
  z.object({ version: z.literal(2), shape: z.literal('workspace_ambiguous'), tasks: z.array(summarySchema) }),
  z.object({ version: z.literal(2), shape: z.literal('none') }),
]);
type CurrentTask = z.output<typeof currentTaskSchema>;

/** Rewrites the file in each worktree that has one, so that none names an ended task. Only logs write errors. */
export async function refreshCurrentTask(context: Context): Promise<void> {
  const { log, store, workTree } = context;
  if (workTree === undefined) return;
  try {
    for (const { directory, branch } of await workTree.list()) {
      const tree = workTree.at(directory);
      if ((await tree?.kindOf(currentTaskFile)) !== 'file') continue;
      const current = await store.read(transaction => readCurrent(transaction, { directory, branch }));
      if (tree !== undefined) await writeCurrent(tree, current);
    }
  } catch (error) {
    log.warn(`${currentTaskFile} could not be updated: ${errorText(error)}`);
  }
}

/** False if the content was already identical. */
export async function writeCurrent(workTree: WorkTree, current: CurrentTask): Promise<boolean> {
  const text = `${JSON.stringify(current, null, 2)}\n`;
  if ((await workTree.readText(currentTaskFile)) === text) return false;
  await workTree.writeText(currentTaskFile, text);
  return true;
}

export async function readCurrent(transaction: Transaction, place: TaskPlace): Promise<CurrentTask> {
  try {
    const row = await resolveTask(transaction, place, undefined);
    const open = await openRecords(transaction, row.id);
    return {
      version: 2,
      shape: 'single',
      task: summaryOf(row),
      ...(Object.fromEntries(
        listedNames.map(name => [name, open[name].slice(0, 20).map(one => refAndText(name, one).text)]),
      ) as Record<ListedName, string[]>),
    };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    if (error.refusal.code === 'not_found') return { version: 2, shape: 'none' };
    const live = await transaction.tasks.live();
    const byNumber = [...live].sort((one, other) => one.number - other.number);
    return { version: 2, shape: 'workspace_ambiguous', tasks: byNumber.slice(0, 50).map(summaryOf) };
  }
}

function summaryOf(row: TaskRow): z.output<typeof summarySchema> {
  return {
    ref: formatRef('task', row.number),
    name: row.ref,
    objective: row.objective,
    focus: row.focus,
    status: row.status,
    branch: row.branch,
    base: row.base_branch,
    revision: row.revision,
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
