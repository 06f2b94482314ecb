import { formatRef } from '../../domain/identifier/identifier.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import {
  isLeftOut,
  portable,
  type TaskFile,
  type TaskFileKind,
  type TaskFileRows,
  taskFileFormat,
  taskFileKinds,
  taskFileLimits,
  taskFileVersion,
} from '../../domain/taskFile/taskFile.js';
import { sha256 } from '../../platform/sha256.js';
import { runsOfDecisions } from '../../records/decision/decisionRuns.js';
import type { Transaction } from '../../store/store.js';

/** Collects a task with all its records, by ULID. Deterministic for the same state. */
export async function collectTask(transaction: Transaction, task: TaskRow): Promise<TaskFile> {
  const lists: Partial<Record<TaskFileKind, object[]>> = {};
  for (const kind of taskFileKinds) {
    const found: readonly object[] = await transaction[kind].belongingTo(task.id, taskFileLimits.list);
    lists[kind] = found.map(portable);
  }
  const rows = lists as TaskFileRows;
  const runOf = await runsOfDecisions(transaction, [task.id]);
  return {
    format: taskFileFormat,
    version: taskFileVersion,
    task: portable(task),
    ...rows,
    decisions: rows.decisions.map(row => {
      const run = runOf({ ref: formatRef('decision', row.number), decision: row.decision });
      return run === undefined ? row : { ...row, run };
    }),
  };
}

export function writeTaskFile(file: TaskFile): string {
  const entries = Object.entries(file).filter(([name, value]) => !isLeftOut(name, value));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** Independent of the order of fields and rows, without the runs of decisions, which are not imported. */
export function digestOf(file: TaskFile): string {
  const decisions = file.decisions.map(({ run: _run, ...row }) => row);
  return sha256(JSON.stringify(inOrder({ ...file, decisions })));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder).sort((one, other) => order(idOf(one), idOf(other)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field, inner]) => !isLeftOut(field, inner))
      .sort(([one], [other]) => order(one, other))
      .map(([field, inner]) => [field, inOrder(inner)]),
  );
}

function idOf(value: unknown): string {
  return String((value as { id?: string }).id);
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
