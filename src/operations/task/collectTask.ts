import type { Portable } from '../../domain/task/portable/portableRows.js';
import { type TaskFile, taskFileFormat, taskFileLimits, taskFileVersion } from '../../domain/task/portable/taskFile.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { sha256 } from '../../platform/sha256.js';
import type { Transaction } from '../../store/store.js';

/** One task with all that belongs to it, as a file of it holds it; the same state gives the same file. */
export async function collectTask(transaction: Transaction, row: TaskRow): Promise<TaskFile> {
  const { repository_id: _store, worktree_path: _place, ...task } = row;
  const all = taskFileLimits.list;
  const evidence = travelling(await transaction.evidence.ofTask(row.id, all));
  return {
    format: taskFileFormat,
    version: taskFileVersion,
    task,
    decisions: travelling(await transaction.decisions.ofTask(row.id, all)),
    slices: travelling(await transaction.slices.ofTask(row.id)),
    blockers: travelling(await transaction.blockers.ofTask(row.id)),
    nextActions: travelling(await transaction.nextActions.ofTask(row.id)),
    touchedFiles: travelling(await transaction.touchedFiles.ofTask(row.id, all)),
    evidence: evidence.map(({ log_file: _log, ...proof }) => proof),
    plans: travelling(await transaction.plans.list({ taskId: row.id }, all)),
    planCursors: travelling(await transaction.planCursors.ofTask(row.id)),
    findings: travelling(await transaction.findings.ofTask(row.id)),
    reviewRuns: travelling(await transaction.reviewRuns.ofTask(row.id)),
    compactions: travelling(await transaction.compactions.ofTask(row.id, all)),
  };
}

/** The text of a file: one row a line would be no JSON document, so it is indented as people read it. */
export function writeTaskFile(file: TaskFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Tells one content from another, whatever the order of its fields and of its rows. */
export function digestOf(file: TaskFile): string {
  return sha256(JSON.stringify(inOrder(file)));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder).sort((one, other) => order(idOf(one), idOf(other)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
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

/** Rows by ULID, without what every one of them would repeat. */
function travelling<
  Row extends { readonly id: string; readonly repository_id: string; readonly task_id: string | null },
>(rows: readonly Row[]): Portable<Row>[] {
  return rows
    .map(({ repository_id: _store, task_id: _task, ...row }) => row)
    .sort((one, other) => order(one.id, other.id));
}
