import { formatRef } from '../../domain/identifier/identifier.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { secondTask } from '../../domain/task/taskRule.js';
import { countTaskFile, type TaskFile } from '../../domain/taskFile/taskFile.js';
import type { Context } from '../../records/context.js';
import { reviewOrigins } from '../../records/review/reviewOrigins.js';
import { presentOneTask, tellOfTask } from '../../records/task/taskAccess.js';
import type { Transaction } from '../../store/store.js';
import { type PlacedTask, placeTask, removeRows } from './placeTask.js';
import { vouchedFile } from './vouchedFile.js';

/** Max renumbered refs in an answer; all are counted. */
const maxNamed = 100;

export interface PresentTask {
  readonly row: TaskRow;
  readonly file: TaskFile;
}

export interface Writing {
  readonly file: TaskFile;
  readonly digest: string;
  readonly replaced: PresentTask | undefined;
  readonly keptAs: string | null;
}

/** Writes a task with all records, in place of `replaced`. Refuses an active one whose branch or item another one has. */
export async function placeTaskFile(
  context: Context,
  transaction: Transaction,
  { file, digest, replaced, keptAs }: Writing,
) {
  const { actor, clock, ids } = context;
  const now = clock.now();
  if (replaced !== undefined) await removeRows(transaction, replaced.file);
  const isLive = file.task.status !== 'done' && file.task.archived_at === null;
  const others = (await transaction.tasks.live()).filter(({ id }) => id !== file.task.id);
  const [item] = await transaction.workItems.ofIds([file.task.work_item_id ?? '']);
  if (isLive) throwIfRefused(secondTask(others, file.task.branch, item));
  const vouched = vouchedFile(file, actor, now);
  const placed = await placeTask({ transaction, newId: () => ids.ulid(now), replaced }, vouched.file);
  const notes = [...placed.notes, ...vouched.notes, ...(await lostRuns(transaction, file))];
  const { people } = vouched;
  const payload = {
    objective: file.task.objective.slice(0, 200),
    digest,
    replaced: replaced !== undefined,
    keptAs,
    ...(people.length === 0 ? {} : { people }),
  };
  await tellOfTask({ transaction, actor, now }, placed.row, 'task_imported', payload);
  await tellOfReviews(context, transaction, placed, file);
  return {
    outcome: replaced === undefined ? ('imported' as const) : ('replaced' as const),
    task: await presentOneTask(transaction, placed.row),
    counts: countTaskFile(file),
    renumbered: placed.renumbered.slice(0, maxNamed),
    renumberedCount: placed.renumbered.length,
    keptAs,
    notes,
  };
}

/** Note on decisions whose runs this store's timeline does not know. */
async function lostRuns({ events }: Transaction, { task, decisions }: TaskFile): Promise<string[]> {
  const known = new Set((await events.decisionRuns({ taskId: task.id })).map(({ run }) => run));
  const lost = new Set(decisions.flatMap(({ run }) => (run === undefined || known.has(run) ? [] : run)));
  if (lost.size === 0) return [];
  return [`Investigations of its decisions, which are not imported: ${[...lost].slice(0, maxNamed).join(', ')}.`];
}

/** Records an event per imported review: verdict, claimed author, and the grade it counts as. */
async function tellOfReviews(
  { actor, clock }: Context,
  transaction: Transaction,
  { row: task, renumbered }: PlacedTask,
  file: TaskFile,
): Promise<void> {
  const moved = new Map(renumbered.map(({ from, to }) => [from, to]));
  const refOf = (number: number): string => {
    const ref = formatRef('reviewRun', number);
    return moved.get(ref) ?? ref;
  };
  const runs = await transaction.reviewRuns.ofTask(task.id);
  const origins = await reviewOrigins(transaction, runs);
  const grades = new Map(runs.map(run => [formatRef('reviewRun', run.number), origins.get(run.id)?.grade]));
  for (const { number, subject_path, verdict, actor: name, role, harness, session, reviewed_at } of file.reviewRuns) {
    const run = refOf(number);
    const grade = grades.get(run);
    if (grade === undefined) continue;
    const says = { actor: name, role, harness, session, at: reviewed_at };
    const payload = { run, subject: subject_path, verdict, grade, says };
    await tellOfTask({ transaction, actor, now: clock.now() }, task, 'review_imported', payload);
  }
}
