import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { onRecord, type Refusal, refusalError, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { countTaskFile, type TaskFile, taskFileCountsSchema } from '../../domain/task/portable/taskFile.js';
import { taskSchema } from '../../domain/task/task.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskName } from '../../domain/task/taskRule.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { reviewOrigins } from '../../records/review/reviewOrigins.js';
import { presentOneTask, tellOfTask } from '../../records/task/taskAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { collectTask, digestOf, writeTaskFile } from './collectTask.js';
import { type PlacedTask, placeTask, removeRows } from './placeTask.js';
import { readTaskFile } from './readTaskFile.js';
import { secondTask } from './taskStart.js';
import { vouchedFile } from './vouchedFile.js';

/** Refs with another number that an answer names; all of them are counted. */
const maxNamed = 100;

export const taskImport = defineOperation({
  name: 'task.import',
  title: 'Import Task',
  summary: 'Imports a task written by task.export; an existing task is replaced only on request.',
  input: z.strictObject({
    content: z.string().describe('An exported task; on the command line a file, or - for stdin'),
    replace: z
      .boolean()
      .optional()
      .describe('Replace the existing task, which is saved next to the store; for a person'),
  }),
  output: z.object({
    /** `unchanged` when this very file was imported before, or the task is as the file says. */
    outcome: z.enum(['imported', 'replaced', 'unchanged']),
    task: taskSchema,
    counts: taskFileCountsSchema,
    /** Refs that mean another thing here, because their numbers were taken; the first of them. */
    renumbered: z.array(z.object({ from: z.string(), to: z.string() })),
    renumberedCount: z.int(),
    /** File below the store’s folder that holds the task as it was before it was replaced. */
    keptAs: z.string().nullable(),
    /** What could not be taken over as it was. */
    notes: z.array(z.string()),
  }),
  effect: 'write',
  // A file from elsewhere comes through the CLI.
  mcp: null,
  cli: {
    positionals: ['content'],
    files: ['content'],
    examples: ['task import task.json', 'task import task.json --replace', 'cat task.json | stateroom task import -'],
  },
  palette: 'repository',
  async run(context, { content, replace = false }) {
    const file = readTaskFile(content);
    const digest = digestOf(file);
    const present = await context.store.read(transaction => find(transaction, file.task.id));
    if (replace && context.actor.role !== 'human') return onlyPeopleReplace(present?.row);
    if (present !== undefined) {
      const same = digestOf(present.file) === digest || (!replace && (await wasImported(context, present.row, digest)));
      if (same) return unchanged(context, present);
      if (!replace) return isHere(present.row);
    }
    const keptAs = present === undefined ? null : await keep(context, present.file);
    return context.store.transaction(async transaction => {
      const now = await find(transaction, file.task.id);
      throwIfRefused(changedMeanwhile(present?.file, now?.file));
      return write(context, transaction, { file, digest, replaced: now, keptAs });
    });
  },
});

interface Present {
  readonly row: TaskRow;
  readonly file: TaskFile;
}

async function find(transaction: Transaction, id: string): Promise<Present | undefined> {
  const row = await transaction.tasks.find({ by: 'ulid', ulid: id });
  return row === undefined ? undefined : { row, file: await collectTask(transaction, row) };
}

/** True when the last import of this task was of this very content: what has happened since is not a reason to complain. */
async function wasImported({ store }: Context, { id }: TaskRow, digest: string): Promise<boolean> {
  const [latest] = await store.read(transaction =>
    transaction.events.list({ type: 'task_imported', taskId: id }, 'newest', 1),
  );
  return latest !== undefined && (JSON.parse(latest.payload) as { digest?: unknown }).digest === digest;
}

async function unchanged({ store }: Context, { row, file }: Present) {
  return {
    outcome: 'unchanged' as const,
    task: await store.read(transaction => presentOneTask(transaction, row)),
    counts: countTaskFile(file),
    renumbered: [],
    renumberedCount: 0,
    keptAs: null,
    notes: [],
  };
}

/** Writes the task as it is here next to the store, before anything is replaced; the file's name below the store's folder. */
async function keep({ attachments, clock, ids }: Context, file: TaskFile): Promise<string> {
  if (attachments === undefined) {
    throw refusalError('conflict', 'tasks.noBackupPlace', { hint: 'tasks.noBackupPlaceHint' });
  }
  const name = `${file.task.ref}-${ids.ulid(clock.now())}.json`;
  await attachments.write('replaced', name, new TextEncoder().encode(writeTaskFile(file)));
  return `replaced/${name}`;
}

interface Writing {
  readonly file: TaskFile;
  readonly digest: string;
  readonly replaced: Present | undefined;
  readonly keptAs: string | null;
}

async function write(context: Context, transaction: Transaction, { file, digest, replaced, keptAs }: Writing) {
  const { actor, clock, ids } = context;
  const now = clock.now();
  if (replaced !== undefined) await removeRows(transaction, replaced.file);
  const isLive = file.task.status !== 'done' && file.task.archived_at === null;
  const others = (await transaction.tasks.live()).filter(({ id }) => id !== file.task.id);
  if (isLive) throwIfRefused(secondTask(others, file.task.branch, file.task.work_item_id));
  const vouched = vouchedFile(file, actor, now);
  const placed = await placeTask({ transaction, newId: () => ids.ulid(now), replaced }, vouched.file);
  const notes = [...placed.notes, ...vouched.notes];
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

/** Writes an event for each review that was imported: what it says, who is said to have recorded it, and what it counts as. */
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

/** Refuses when the task was changed between keeping what it was and replacing it. */
function changedMeanwhile(seen: TaskFile | undefined, now: TaskFile | undefined): Refusal | undefined {
  const digest = (file: TaskFile | undefined) => (file === undefined ? undefined : digestOf(file));
  if (digest(seen) === digest(now)) return undefined;
  return refuse('conflict', 'tasks.changedMeanwhile', { hint: 'tasks.changedMeanwhileHint' });
}

function isHere(row: TaskRow): Refusal {
  return refuse('conflict', message('tasks.importDiffers', { task: taskName(row) }), {
    hint: 'tasks.importDiffersHint',
    details: { revision: row.revision },
  });
}

/** `row` is the task that would be replaced, where it is here. */
function onlyPeopleReplace(row: TaskRow | undefined): Refusal {
  const refusal = refuse('not_allowed', 'tasks.agentReplaces', { hint: 'tasks.agentReplacesHint' });
  return row === undefined ? refusal : onRecord(refusal, { about: formatRef('task', row.number), taskId: row.id });
}
