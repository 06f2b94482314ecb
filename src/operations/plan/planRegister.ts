import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { planResolutions, planSchema } from '../../domain/plan/plan.js';
import type { PlanRow } from '../../domain/plan/planRow.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { taskField } from '../../records/finding/findingFields.js';
import { changePlan, presentOnePlan } from '../../records/plan/planAccess.js';
import { planField } from '../../records/plan/planFields.js';
import { findPlanFile, type PlanContent, type PlanFile, planNameOf, workTreeOf } from '../../records/plan/planFile.js';
import { placeOf, resolveTask } from '../../records/task/taskAccess.js';
import { becomeFull } from '../../records/task/taskOfLane.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

export const planRegister = defineOperation({
  name: 'plan.register',
  order: 10,
  title: 'Register Plan',
  asks: true,
  summary: 'Registers a Markdown file as the plan of a task.',
  input: z.strictObject({
    plan: planField,
    task: taskField,
    repository: z.boolean().optional().describe('A plan without a task'),
  }),
  output: z.object({
    plan: planSchema,
    resolution: z.enum(planResolutions),
    exists: z.boolean(),
    /** False if it was registered before; then title and text are checked again. */
    created: z.boolean(),
  }),
  effect: 'write',
  makesTask: true,
  needsHolder: true,
  idempotency: 'plan',
  mcp: { tool: 'plans', action: 'register', brief: 'Markdown', rare: ['task', 'repository'] },
  cli: {
    paths: { plan: 'name' },
    positionals: ['plan'],
    exclusive: [['task', 'repository']],
    examples: ['plan register rate-limit', 'plan register docs/plans/rate-limit.md --task T-3'],
  },
  palette: 'liveTask',
  async run(context, input) {
    const prepared = await preparePlan(context, input.plan);
    const place = await placeOf(context);
    return context.store.transaction(async transaction => {
      const task = input.repository === true ? undefined : await resolveTask(transaction, place, input.task);
      const { row, created } = await writePlan(context, transaction, prepared, task);
      return {
        plan: await presentOnePlan(transaction, row, prepared.content.contentHash),
        resolution: prepared.resolution,
        exists: true,
        created,
      };
    });
  },
});

export type PreparedPlan = PlanFile & { readonly content: PlanContent };

/** Reads a new plan's file; refuses a missing one. Call it before the transaction of `writePlan`. */
export async function preparePlan(context: Context, name: string): Promise<PreparedPlan> {
  const workTree = workTreeOf(context);
  const { candidates, absolute } = planNameOf(workTree, name);
  const file = await findPlanFile(workTree, { candidates, absolute });
  if (file.content !== undefined) return { ...file, content: file.content };
  throw refusalError('not_found', message('plans.noFileInTree', { path: candidates.join(' or ') }), {
    hint: 'plans.noFileInTreeHint',
    details: { plan: name, resolution: file.resolution, exists: false },
  });
}

/** Registers a plan, for `task` if given, with one event, or none without a change. Refuses another task's plan. */
export async function writePlan(
  context: Context,
  transaction: Transaction,
  prepared: PreparedPlan,
  task: TaskRow | undefined,
): Promise<{ row: Omit<PlanRow, 'repository_id'>; created: boolean }> {
  const now = context.clock.now();
  const present = await transaction.plans.find({ by: 'key', key: prepared.path });
  const title = titleOf(prepared);
  if (present === undefined) {
    const row = await transaction.plans.create({
      id: context.ids.ulid(now),
      task_id: task?.id ?? null,
      path: prepared.path,
      title,
      status: 'registered',
      content_hash: prepared.content.contentHash,
      attestations: '[]',
      created_at: now,
      updated_at: now,
    });
    if (task !== undefined) await makeOwn(context, transaction, task, row.id, now);
    const payload = { plan: row.path, title, ...(task === undefined ? {} : { task: formatRef('task', task.number) }) };
    await transaction.events.append([newEvent(context.actor, now, 'plan_registered', null, payload, row.task_id)]);
    return { row, created: true };
  }
  if (task !== undefined) await throwIfTaken(transaction, prepared, task);
  const change = {
    ...(present.title === title ? {} : { title }),
    ...(present.content_hash === prepared.content.contentHash ? {} : { content_hash: prepared.content.contentHash }),
    ...(task === undefined || present.task_id === task.id ? {} : { task_id: task.id }),
  };
  const isNews = task !== undefined && task.plan_id !== present.id;
  if (isNews) await makeOwn(context, transaction, task, present.id, now);
  if (Object.keys(change).length === 0 && !isNews) return { row: present, created: false };
  const row = await changePlan(context, transaction, present, change, {
    now,
    type: 'plan_registered',
    payload: { title, again: true },
  });
  return { row, created: false };
}

async function makeOwn(
  context: Context,
  transaction: Transaction,
  task: TaskRow,
  planId: string,
  now: number,
): Promise<void> {
  const { actor } = context;
  const full = await becomeFull(context, transaction, task);
  const changed = await transaction.tasks.change(full, { plan_id: planId, updated_at: now, updated_by: actor.name });
  if (changed !== undefined) return;
  throw refusalError('conflict', message('input.changedMeanwhile', { subject: formatRef('task', task.number) }), {
    hint: 'input.lookAgain',
  });
}

/** Refuses the plan of another task than this one, or than a new one. */
export async function throwIfTaken(
  transaction: Transaction,
  { path }: PreparedPlan,
  task: Pick<TaskRow, 'id'> | undefined,
): Promise<void> {
  const present = await transaction.plans.find({ by: 'key', key: path });
  if (present !== undefined && present.task_id !== null && present.task_id !== task?.id)
    await refuseOther(transaction, present);
}

async function refuseOther(transaction: Transaction, plan: PlanRow): Promise<never> {
  const [owner] = await transaction.tasks.ofIds([plan.task_id ?? '']);
  const ref = owner === undefined ? message('plans.anotherTask') : formatRef('task', owner.number);
  throw refusalError('conflict', message('plans.takenBy', { plan: plan.path, task: ref }), {
    hint: 'plans.takenByHint',
    details: { plan: plan.path, task: owner?.ref ?? null },
  });
}

/** First heading, else the file's name without folder and extension. */
function titleOf({ path, content }: PreparedPlan): string {
  const name =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, '') ?? path;
  return (content.document.title || name).slice(0, 300);
}
