import type { Decision } from '../../domain/decision/decision.js';
import { type DecisionRow, decisionDefinition } from '../../domain/decision/decisionRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { Transaction } from '../../store/store.js';
import { findRun } from '../run/findRun.js';
import { showRows } from '../showRows.js';

/** Returns the named run of the task, else the worktree's active one unless it is about another task. Refuses an unknown one. */
export async function runOfDecision(
  transaction: Transaction,
  worktree: string | undefined,
  { id }: Pick<TaskRow, 'id'>,
  named?: string,
): Promise<string | null> {
  if (named !== undefined) return formatRef('run', (await findRun(transaction, named)).number);
  const active = worktree === undefined ? undefined : await transaction.runs.activeAt(worktree);
  if (active === undefined || (active.task_id !== null && active.task_id !== id)) return null;
  return formatRef('run', active.number);
}

/** Run refs from the events that recorded the decisions: an imported decision may share its number with another one. */
export async function runsOfDecisions(
  { events }: Transaction,
  taskIds: Iterable<string>,
): Promise<(decision: Pick<Decision, 'ref' | 'decision'>) => string | undefined> {
  const runs = new Map<string, string>();
  for (const taskId of taskIds) {
    for (const { ref, decision, run } of await events.decisionRuns({ taskId })) runs.set(`${ref} ${decision}`, run);
  }
  return ({ ref, decision }) => runs.get(`${ref} ${decision}`);
}

export async function presentDecisions(
  transaction: Transaction,
  rows: readonly Omit<DecisionRow, 'repository_id'>[],
): Promise<Decision[]> {
  const runOf = await runsOfDecisions(transaction, new Set(rows.map(row => row.task_id)));
  const shown = await showRows(transaction, decisionDefinition, rows);
  return shown.map(decision => ({ ...decision, run: runOf(decision) ?? null }));
}

export async function presentDecision(
  transaction: Transaction,
  row: Omit<DecisionRow, 'repository_id'>,
): Promise<Decision> {
  const [decision] = await presentDecisions(transaction, [row]);
  if (decision === undefined) throw new Error(`Decision ${row.number} could not be shown.`);
  return decision;
}
