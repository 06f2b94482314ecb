import { newEvent } from '../../domain/event/newEvent.js';
import { cursorSeverities, severityFacts } from '../../domain/finding/findingSeverity.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { PlanCursor } from '../../domain/plan/planCursor.js';
import type { PlanCursorRow } from '../../domain/plan/planCursorRow.js';
import { planCursorDefinition } from '../../domain/plan/planCursorRow.js';
import {
  checkCursorRevision,
  missingCleanSliceGates,
  nextPlanCursorState,
  type PlanCursorAct,
} from '../../domain/plan/planCursorRule.js';
import type { PlanCursorState } from '../../domain/plan/planCursorState.js';
import { type Refusal, refusalError, refuse, throwIfRefused, unlessRefused } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { showRow } from '../../records/showRows.js';
import type { Transaction } from '../../store/store.js';

export interface CursorMove {
  readonly item: string;
  readonly lane?: string | undefined;
  readonly summary?: string | undefined;
  readonly heading?: string | null;
  readonly revision?: number | undefined;
  readonly requireCleanSlice?: boolean | undefined;
}

/** Max evidence searched for one that passed since the cursors last moved. */
const lookedAt = 200;

/** Moves or creates an item's cursor, with an event; refuses moves that its state or the gate forbids. */
export async function moveCursor(
  context: Context,
  transaction: Transaction,
  task: TaskRow,
  act: PlanCursorAct,
  move: CursorMove,
): Promise<{ cursor: PlanCursor }> {
  const now = context.clock.now();
  const ref = formatRef('task', task.number);
  throwIfRefused(checkLive(task, ref));
  const cursors = await transaction.planCursors.ofTask(task.id);
  const row = cursors.find(cursor => cursor.plan_item === move.item);
  const state = unlessRefused(nextPlanCursorState(move.item, row?.state, act));
  if (row !== undefined) throwIfRefused(checkCursorRevision(row, move.revision));
  if (move.requireCleanSlice === true) throwIfRefused(await checkCleanSlice(transaction, task, cursors));
  const changed =
    row === undefined
      ? await insertCursor(context, transaction, task, move, now)
      : await changeCursor(transaction, row, state, move, now);
  const payload = {
    task: ref,
    item: move.item,
    state,
    from: row?.state ?? null,
    ...(move.lane === undefined ? {} : { lane: move.lane }),
    ...(move.summary === undefined ? {} : { summary: move.summary }),
  };
  await transaction.events.append([newEvent(context.actor, now, 'plan_cursor_moved', null, payload, task.id)]);
  return { cursor: await showRow(transaction, planCursorDefinition, changed) };
}

function checkLive(task: TaskRow, ref: string): Refusal | undefined {
  if (task.archived_at === null && task.status !== 'done') return undefined;
  return refuse(
    'transition_not_allowed',
    message('input.isState', {
      subject: ref,
      state: task.archived_at === null ? message('queue.isDone') : message('tasks.isArchived'),
    }),
    { hint: 'input.isStateHint', details: { task: task.ref } },
  );
}

async function checkCleanSlice(
  transaction: Transaction,
  task: TaskRow,
  cursors: readonly PlanCursorRow[],
): Promise<Refusal | undefined> {
  const blocking = (await transaction.findings.open(task.id)).filter(
    finding => severityFacts[finding.severity].blocksCursor,
  );
  const proof = (await transaction.evidence.ofTask(task.id, lookedAt)).find(
    row => row.passed === 1 && row.grade !== 'said',
  );
  const missing = missingCleanSliceGates({
    blocking,
    lastEvidenceAt: proof?.created_at,
    previousUpdateAt: cursors.length === 0 ? undefined : Math.max(...cursors.map(cursor => cursor.updated_at)),
  });
  if (missing.length === 0) return undefined;
  const findings = blocking.map(finding => formatRef('finding', finding.number));
  const why = missing.map(gate =>
    gate === 'open_high_findings'
      ? `findings of ${cursorSeverities} severity are open (${findings.slice(0, 10).join(', ')})`
      : 'no evidence above grade “said” has passed since a cursor was last moved',
  );
  return refuse('conflict', message('plans.sliceNotClean', { why: why.join(', and ') }), {
    hint: 'plans.sliceNotCleanHint',
    details: { missingGates: missing, findings },
  });
}

function insertCursor(
  context: Context,
  transaction: Transaction,
  task: TaskRow,
  move: CursorMove,
  now: number,
): Promise<Omit<PlanCursorRow, 'repository_id'>> {
  return transaction.planCursors.create({
    id: context.ids.ulid(now),
    task_id: task.id,
    plan_item: move.item,
    state: 'dispatched',
    lane: move.lane ?? null,
    heading: move.heading ?? null,
    summary: move.summary ?? null,
    dispatch_count: 1,
    dispatched_at: now,
    updated_at: now,
  });
}

async function changeCursor(
  transaction: Transaction,
  row: PlanCursorRow,
  state: PlanCursorState,
  { lane, summary, heading }: CursorMove,
  now: number,
): Promise<PlanCursorRow> {
  const isDispatch = state === 'dispatched';
  const changed = await transaction.planCursors.change(row, {
    state,
    updated_at: now,
    completed_at: state === 'completed' || state === 'skipped' ? now : null,
    ...(lane === undefined ? {} : { lane }),
    ...(summary === undefined ? {} : { summary }),
    ...(isDispatch
      ? { dispatch_count: row.dispatch_count + 1, dispatched_at: now, heading: heading ?? row.heading }
      : {}),
  });
  if (changed !== undefined) return changed;
  throw refusalError('conflict', message('plans.movedMeanwhile', { item: row.plan_item }), {
    hint: 'plans.lookAtCursors',
  });
}
