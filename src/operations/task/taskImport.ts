import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { onRecord, type Refusal, refusalError, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { taskSchema } from '../../domain/task/task.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskName } from '../../domain/task/taskRule.js';
import { countTaskFile, type TaskFile, taskFileCountsSchema } from '../../domain/taskFile/taskFile.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { presentOneTask } from '../../records/task/taskAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { collectTask, digestOf, writeTaskFile } from './collectTask.js';
import { type PresentTask, placeTaskFile } from './placeTaskFile.js';
import { readTaskFile } from './readTaskFile.js';

export const taskImport = defineOperation({
  name: 'task.import',
  order: 140,
  title: 'Import Task',
  asks: true,
  summary: 'Imports a task written by task.export; an existing task is replaced only on request.',
  input: z.strictObject({
    content: z.string().describe('An exported task; on the command line a file, or - for stdin'),
    replace: z
      .boolean()
      .optional()
      .describe('Replace the existing task, which is saved next to the store; for a person'),
  }),
  output: z.object({
    /** `unchanged` if this file was imported before, or the task is identical. */
    outcome: z.enum(['imported', 'replaced', 'unchanged']),
    task: taskSchema,
    counts: taskFileCountsSchema,
    /** The first refs whose numbers were taken. */
    renumbered: z.array(z.object({ from: z.string(), to: z.string() })),
    renumberedCount: z.int(),
    /** File below the store’s folder with the task before it was replaced. */
    keptAs: z.string().nullable(),
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
      return placeTaskFile(context, transaction, { file, digest, replaced: now, keptAs });
    });
  },
});

async function find(transaction: Transaction, id: string): Promise<PresentTask | undefined> {
  const row = await transaction.tasks.find({ by: 'ulid', ulid: id });
  return row === undefined ? undefined : { row, file: await collectTask(transaction, row) };
}

/** True if the last import of this task had the same content: later changes are no reason to refuse. */
async function wasImported({ store }: Context, { id }: TaskRow, digest: string): Promise<boolean> {
  const [latest] = await store.read(transaction =>
    transaction.events.list({ type: 'task_imported', taskId: id }, 'newest', 1),
  );
  return latest !== undefined && (JSON.parse(latest.payload) as { digest?: unknown }).digest === digest;
}

async function unchanged({ store }: Context, { row, file }: PresentTask) {
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

/** Saves the existing task before anything is replaced; returns the file's name below the store's folder. */
async function keep({ attachments, clock, ids }: Context, file: TaskFile): Promise<string> {
  if (attachments === undefined) {
    throw refusalError('conflict', 'tasks.noBackupPlace', { hint: 'tasks.noBackupPlaceHint' });
  }
  const name = `${file.task.ref}-${ids.ulid(clock.now())}.json`;
  await attachments.write('replaced', name, new TextEncoder().encode(writeTaskFile(file)));
  return `replaced/${name}`;
}

/** Refuses if the task was changed between saving and replacing it. */
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

/** `row` is the task that would be replaced, if it exists. */
function onlyPeopleReplace(row: TaskRow | undefined): Refusal {
  const refusal = refuse('not_allowed', 'tasks.agentReplaces', { hint: 'tasks.agentReplacesHint' });
  return row === undefined ? refusal : onRecord(refusal, { about: formatRef('task', row.number), taskId: row.id });
}
