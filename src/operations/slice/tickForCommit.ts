import { plansFolder } from '../../domain/plan/plan.js';
import { tickMarks } from '../../domain/plan/tickPlan.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { SliceRow } from '../../domain/slice/sliceRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { WorkTree } from '../../git/workTree.js';
import type { Context } from '../../records/context.js';
import { checklistOf } from '../../records/plan/planChecklist.js';
import { type PlanContent, readPlanFile } from '../../records/plan/planFile.js';
import type { Ticks } from '../../records/plan/recordTicks.js';

/** Boxes ticked in the plan's file, to be committed with a slice. */
export interface CommitTicks extends Ticks {
  /** Restores the file after a failed commit, unless someone has changed it since. */
  undo(): Promise<void>;
}

interface Committed {
  readonly paths?: readonly string[];
  readonly untracked: boolean;
}

/**
 * Ticks the proven boxes of a task's plan, including the slice's, for its commit. Undefined if the commit would lack the file or
 * include its other changes, and for a plan outside of `.stateroom/plans`, which is part of the evidence's tree.
 */
export async function tickForCommit(
  { store }: Context,
  workTree: WorkTree,
  { task, slice }: { readonly task: TaskRow; readonly slice: SliceRow },
  what: Committed,
): Promise<CommitTicks | undefined> {
  const plan = await store.read(async transaction =>
    task.plan_id === null ? undefined : (await transaction.plans.ofIds([task.plan_id]))[0],
  );
  if (plan === undefined || !plan.path.startsWith(`${plansFolder}/`)) return undefined;
  const { path } = plan;
  const content = await readContent(workTree, path);
  if (content === undefined || !(await isCommitted(workTree, path, content.text, what))) return undefined;
  const { text, document, contentHash } = content;
  const checklist = await store.read(transaction => checklistOf(transaction, plan, document.items, slice.id));
  const due = checklist.due.map(({ item }) => item);
  const ticked = tickMarks(
    text,
    due.map(({ markAt }) => markAt),
  );
  if (due.length === 0 || ticked === undefined) return undefined;
  await workTree.writeText(path, ticked);
  return {
    path,
    contentHash,
    items: due.map(({ id }) => id),
    isAll: checklist.open.length === 0,
    async undo() {
      if ((await workTree.readText(path)) === ticked) await workTree.writeText(path, text);
    },
  };
}

async function readContent(workTree: WorkTree, path: string): Promise<PlanContent | undefined> {
  try {
    return await readPlanFile(workTree, path);
  } catch (error) {
    if (error instanceof RefusalError) return undefined;
    throw error;
  }
}

/** True if the commit contains the file anyway, or only the ticks would be added to the named paths. */
async function isCommitted(
  workTree: WorkTree,
  path: string,
  text: string,
  { paths, untracked }: Committed,
): Promise<boolean> {
  const { commit } = await workTree.head();
  const committed = commit === undefined ? undefined : await workTree.readText(path, commit);
  if (paths !== undefined) return committed === text;
  if (committed !== undefined) return true;
  return (await workTree.changes({ documents: true, untracked })).some(change => change.path === path);
}
