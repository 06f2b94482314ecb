import { formatRef } from '../../domain/identifier/identifier.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import {
  isLeftOut,
  type Portable,
  portable,
  type TaskFile,
  taskFileFormat,
  taskFileLimits,
  taskFileVersion,
} from '../../domain/taskFile/taskFile.js';
import { sha256 } from '../../platform/sha256.js';
import { runsOfDecisions } from '../../records/decision/decisionRuns.js';
import type { Transaction } from '../../store/store.js';

/** Collects a task with all its records for a task file: rows by ULID. Deterministic for the same state. */
export async function collectTask(transaction: Transaction, task: TaskRow): Promise<TaskFile> {
  const rowsIn = async <Row extends object>(table: {
    belongingTo(taskId: string, limit: number): Promise<Row[]>;
  }): Promise<Portable<Row>[]> => (await table.belongingTo(task.id, taskFileLimits.list)).map(portable);
  const runOf = await runsOfDecisions(transaction, [task.id]);
  return {
    format: taskFileFormat,
    version: taskFileVersion,
    task: portable(task),
    decisions: (await rowsIn(transaction.decisions)).map(row => {
      const run = runOf({ ref: formatRef('decision', row.number), decision: row.decision });
      return run === undefined ? row : { ...row, run };
    }),
    slices: await rowsIn(transaction.slices),
    blockers: await rowsIn(transaction.blockers),
    nextActions: await rowsIn(transaction.nextActions),
    touchedFiles: await rowsIn(transaction.touchedFiles),
    evidence: await rowsIn(transaction.evidence),
    plans: await rowsIn(transaction.plans),
    planCursors: await rowsIn(transaction.planCursors),
    findings: await rowsIn(transaction.findings),
    reviewRuns: await rowsIn(transaction.reviewRuns),
    compactions: await rowsIn(transaction.compactions),
  };
}

/** Text of a task file, indented for people. */
export function writeTaskFile(file: TaskFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Digest of the content, independent of the order of fields and rows, without the runs of decisions, which are not imported. */
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
