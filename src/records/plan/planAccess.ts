import { newEvent } from '../../domain/event/newEvent.js';
import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { Plan } from '../../domain/plan/plan.js';
import { type PlanRow, planDefinition } from '../../domain/plan/planRow.js';
import { presentPlan } from '../../domain/plan/presentPlan.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { refsOf } from '../showRows.js';
import { placeOf, resolveTask } from '../task/taskAccess.js';
import { findPlanFile, type PlanFile, planNameOf, workTreeOf } from './planFile.js';

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

/** Finds the named plan file, else the task's. Reads files: call it before a transaction. */
export async function locatePlan(
  context: Context,
  named: string | undefined,
  task: string | undefined,
): Promise<PlanFile> {
  const workTree = workTreeOf(context);
  if (named !== undefined && !ulid.test(named)) return findPlanFile(workTree, planNameOf(workTree, named));
  const place = await placeOf(context);
  const path = await context.store.read(async transaction => {
    if (named !== undefined) return (await registeredPlan(transaction, named)).path;
    return (await planOfTask(transaction, await resolveTask(transaction, place, task))).path;
  });
  return findPlanFile(workTree, { candidates: [path], absolute: false });
}

/** Finds a registered plan by path or ULID; refuses an unknown one. */
export async function registeredPlan(transaction: Transaction, name: string): Promise<PlanRow> {
  const row = await transaction.plans.find(
    ulid.test(name) ? { by: 'ulid', ulid: name.toUpperCase() } : { by: 'key', key: name },
  );
  if (row !== undefined) return row;
  throw refusalError('not_found', message('plans.unknown', { plan: name.slice(0, 200) }), {
    hint: 'plans.unknownHint',
    details: { plan: name },
  });
}

/** Refuses a task without a plan. */
export async function planOfTask(transaction: Transaction, task: TaskRow): Promise<PlanRow> {
  if (task.plan_id !== null) return registeredPlan(transaction, task.plan_id);
  throw refusalError('not_found', message('plans.none', { task: formatRef('task', task.number) }), {
    hint: 'plans.noneHint',
    details: { task: task.ref },
  });
}

/** Changes a plan and writes its event. Refuses after a concurrent change. */
export async function changePlan(
  { actor }: Context,
  transaction: Transaction,
  row: PlanRow,
  change: Partial<Omit<PlanRow, 'id' | 'repository_id' | 'revision' | 'updated_at'>>,
  event: { now: number; type: OwnEventType; payload: Readonly<Record<string, unknown>> },
): Promise<PlanRow> {
  const changed = await transaction.plans.change(row, { ...change, updated_at: event.now });
  if (changed === undefined) {
    throw refusalError('conflict', message('input.changedMeanwhile', { subject: row.path }), {
      hint: 'input.lookAgain',
    });
  }
  await transaction.events.append([
    newEvent(actor, event.now, event.type, null, { plan: row.path, ...event.payload }, changed.task_id),
  ]);
  return changed;
}

export async function presentOnePlan(
  transaction: Transaction,
  row: Omit<PlanRow, 'repository_id'>,
  contentHash: string | undefined,
): Promise<Plan> {
  const refs = await refsOf(transaction, planDefinition, [row]);
  return presentPlan(row, contentHash, refs);
}
