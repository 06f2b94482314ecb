import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { sliceSchema } from '../../domain/slice/slice.js';
import type { SliceRow } from '../../domain/slice/sliceRow.js';
import { sliceLimits } from '../../domain/slice/sliceRow.js';
import type { NextActionRow } from '../../domain/task/nextActionRow.js';
import { nextActionDefinition } from '../../domain/task/nextActionRow.js';
import { defaultActionPriority, nextActionSchema, taskSchema } from '../../domain/task/task.js';
import { makeTaskRef, taskBranch } from '../../domain/task/taskRef.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import { newWorkItem } from '../../domain/workItem/newWorkItem.js';
import { keySchema, titleSchema, workItemSchema } from '../../domain/workItem/workItem.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { branchPrefix } from '../../records/lane/newWork.js';
import { provenanceOf } from '../../records/provenance.js';
import { showRows } from '../../records/showRows.js';
import { presentSlices } from '../../records/slice/sliceAccess.js';
import { storedTest } from '../../records/slice/sliceFields.js';
import { presentOneTask, tellOfTask } from '../../records/task/taskAccess.js';
import { objectiveField } from '../../records/task/taskFields.js';
import { trimmedField, wordsField } from '../../records/textFields.js';
import { createdEvent } from '../../records/workItem/addRequest.js';
import { noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { inStartPlace, type StartPlace } from './startPlace.js';
import { insertTask } from './taskStart.js';

/** Slices and questions of one task; more is a plan. */
const max = { slices: 8, questions: 8 };
/** Questions come before other actions. */
const questionPriority = Math.floor(defaultActionPriority / 2);

const sliceText = trimmedField(sliceLimits.title);
const testText = trimmedField(sliceLimits.testCommand);

const scopeInput = z.strictObject({
  title: titleSchema.describe('Title of the work item, in one line'),
  objective: objectiveField.optional().describe('The goal; default: the title'),
  slices: z
    .array(z.union([sliceText, z.strictObject({ title: sliceText, test: testText.optional() })]))
    .max(max.slices)
    .optional()
    .describe('Its first slices: titles, or objects {title, test} with the test command'),
  questions: z
    .array(wordsField(taskLimits.action))
    .max(max.questions)
    .optional()
    .describe('Open questions; each becomes a next action that must be completed first'),
  id: keySchema.optional().describe('Your own id for the work item; using it again is refused'),
  here: z.boolean().optional().describe('Use a branch in this worktree instead of a new worktree'),
  base: trimmedField(taskLimits.branch).optional().describe('Target branch; default: the default branch'),
});
type ScopeInput = z.output<typeof scopeInput>;

const scopeOutput = z.object({
  item: workItemSchema,
  task: taskSchema,
  slices: z.array(sliceSchema),
  actions: z.array(nextActionSchema),
  made: z.boolean(),
});

export const taskScope = defineOperation({
  name: 'task.scope',
  order: 30,
  title: 'Write Scoped Task',
  summary: 'Creates a work item, its task with branch and worktree, first slices and open questions: all or nothing.',
  input: scopeInput,
  output: scopeOutput,
  effect: 'external',
  idempotency: 'id',
  // An agent scopes in steps: work_items add, switch_task start, slices start.
  mcp: null,
  cli: {
    positionals: ['title'],
    sentences: ['slices', 'questions'],
    flags: { slices: 'slice', questions: 'question' },
    examples: [
      'task scope "Limit the rate of logins"',
      'task scope "Limit the rate of logins" --slice "Count attempts" --slice "Answer 429" --question "Per user, or per address?"',
    ],
  },
  // The Scope command previews the changes.
  palette: false,
  async run(context, input) {
    // Validated before a branch is created.
    for (const slice of input.slices ?? []) storedTest(typeof slice === 'string' ? undefined : slice.test);
    const ref = await context.store.read(async transaction => {
      await refuseExisting(transaction, input);
      return makeTaskRef(input.title, { task: (await transaction.tasks.lastNumber()) + 1, workItem: undefined });
    });
    const request = {
      ref,
      branch: taskBranch(ref, undefined, await branchPrefix(context)),
      base: input.base,
      here: input.here === true,
      light: false,
    };
    return inStartPlace(context, request, async place => {
      const provenance = { ...(await provenanceOf(context)), branch: place.branch, commit_sha: place.commit };
      return context.store.transaction(transaction => write(transaction, context, input, { ref, place, provenance }));
    });
  },
});

interface Scoped {
  readonly ref: string;
  readonly place: StartPlace;
  readonly provenance: Awaited<ReturnType<typeof provenanceOf>>;
}

async function write(
  transaction: Transaction,
  context: Context,
  input: ScopeInput,
  { ref, place, provenance }: Scoped,
): Promise<z.output<typeof scopeOutput>> {
  const { actor } = context;
  const now = context.clock.now();
  await refuseExisting(transaction, input);
  const item = newWorkItem(
    { title: input.title, key: input.id, notBefore: undefined, due: undefined },
    {
      id: context.ids.ulid(now),
      number: await transaction.workItems.takeNumbers(1),
      now,
      actor,
      openDependencies: 0,
    },
  );
  await transaction.workItems.insert([item]);
  await transaction.events.append([createdEvent(actor, item)]);
  const task = await insertTask(
    context,
    transaction,
    { objective: input.objective ?? input.title, workItem: item.id, others: [] },
    { ref, place, plan: undefined },
  );
  const slices: Omit<SliceRow, 'repository_id'>[] = [];
  for (const given of input.slices ?? []) {
    const { title, test } = typeof given === 'string' ? { title: given, test: undefined } : given;
    slices.push({
      ...provenance,
      id: context.ids.ulid(now),
      number: await transaction.slices.takeNumbers(1),
      task_id: task.id,
      title,
      status: 'open',
      test_command: storedTest(test),
      red_evidence_id: null,
      plan_item: null,
      base_sha: place.commit,
      changed_files: '[]',
      decision_id: null,
      started_at: now,
      closed_at: null,
      updated_at: now,
      revision: 1,
    });
  }
  if (slices.length > 0) await transaction.slices.insert(slices);
  await transaction.events.append(
    slices.map(({ number, title }) =>
      newEvent(actor, now, 'slice_started', null, { slice: formatRef('slice', number), title }, task.id),
    ),
  );
  const actions: Omit<NextActionRow, 'repository_id'>[] = [];
  for (const question of input.questions ?? []) {
    const row = await transaction.nextActions.create({
      ...provenance,
      id: context.ids.ulid(now),
      task_id: task.id,
      action: question,
      priority: questionPriority,
      status: 'pending',
      created_at: now,
    });
    actions.push(row);
    const payload = { action: formatRef('nextAction', row.number), text: row.action };
    await tellOfTask({ transaction, actor, now }, task, 'next_action_added', payload);
  }
  return {
    item: await presentOne(transaction, item, noHeartbeats, now),
    task: await presentOneTask(transaction, task),
    slices: await presentSlices(transaction, slices),
    actions: await showRows(transaction, nextActionDefinition, actions),
    made: place.made,
  };
}

/** Refuses an id scoped before, so that pressing a button twice creates one task. */
async function refuseExisting(transaction: Transaction, { id }: ScopeInput): Promise<void> {
  const existing = id === undefined ? undefined : await transaction.workItems.find({ by: 'key', key: id });
  if (existing === undefined) return;
  throw refusalError('conflict', message('tasks.writtenBefore', { item: formatRef('workItem', existing.number) }), {
    next: [{ operation: 'queue.show', input: { id: formatRef('workItem', existing.number) } }],
    details: { workItem: formatRef('workItem', existing.number) },
  });
}
