import { type DatabaseReader, newerSchema, type ReadRow, type SourceDatabase } from './database.js';
import type { ImportedEntry, Reading } from './imported.js';
import type { BrokenReference, ImportedTask } from './importedTask.js';
import { timeOf } from './times.js';
import { findingOf } from './workstateFinding.js';
import { readWorkstateRows, workstateTables } from './workstateRows.js';
import { type RowsOfTask, taskOf } from './workstateTask.js';

const knownSchema = 32;

/** `task_ref` of findings about the whole repository. */
const repositoryRef = '__repo__';

/** Tables without a counterpart here, or valid on one machine only; with the name of their rows. */
const leftOutTables: Readonly<Record<string, string>> = {
  worktree_lanes: 'lane',
  worker_reports: 'worker report',
  lane_messages: 'lane message',
  plan_cursors: 'plan cursor',
  test_traces: 'test trace',
  turn_metrics: 'turn metric',
  session_compactions: 'compaction',
};

const tablesOfTasks = [
  'decisions',
  'blockers',
  'next_actions',
  'verified_tests',
  'touched_files',
  'review_findings',
  'review_runs',
] as const;

/** Reads `handoff.db`: tasks with their decisions, findings, reviews, tests, blockers, next actions and files. */
export const workstateReader: DatabaseReader = {
  tables: [...workstateTables, ...Object.keys(leftOutTables)],
  needed: ['handoff_state', 'review_findings'],
  read: readWorkstate,
};

function readWorkstate(database: SourceDatabase): Reading {
  const { name, version } = database;
  if (version > knownSchema) throw newerSchema(name, 'workstate', String(version), String(knownSchema));
  const rows = readWorkstateRows(database);
  const states = byRef(rows.handoff_state);
  const archives = byRef(rows.task_archives);
  const refs = [...new Set([...states.keys(), ...archives.keys()])];
  const leftOut = countLeftOut(database);
  const broken: BrokenReference[] = [];
  const grouped = new Map<string, RowsOfTask>(refs.map(ref => [ref, emptyRows()]));
  for (const table of tablesOfTasks) {
    for (const read of rows[table]) {
      const { task_ref: ref } = read.row;
      const rowsOfTask = grouped.get(ref);
      if (rowsOfTask !== undefined) (rowsOfTask[table] as unknown[]).push(read);
      else if (ref !== repositoryRef) {
        const id = `${table} ${read.place.line}`;
        broken.push({ id, dependsOn: ref, kind: 'task_ref', place: read.place });
      } else if (table !== 'review_findings') {
        const what = `${table} of the repository`;
        leftOut[what] = (leftOut[what] ?? 0) + 1;
      }
    }
  }
  const taken = new Set<string>();
  const tasks: ImportedTask[] = [];
  const entries: ImportedEntry[] = [];
  for (const ref of refs) {
    const source = { ref, state: states.get(ref), archive: archives.get(ref), rows: grouped.get(ref) ?? emptyRows() };
    const { task, entry } = taskOf(source, taken);
    tasks.push(task);
    entries.push(entry);
  }
  const ofRepository = rows.review_findings.filter(({ row }) => row.task_ref === repositoryRef);
  return { entries, leftOut, tasks, broken, findings: ofRepository.map(findingOf) };
}

function byRef<Row extends { readonly task_ref: string }>(rows: readonly ReadRow<Row>[]): Map<string, ReadRow<Row>> {
  return new Map(rows.map(read => [read.row.task_ref, read]));
}

function emptyRows(): RowsOfTask {
  return {
    decisions: [],
    blockers: [],
    next_actions: [],
    verified_tests: [],
    touched_files: [],
    review_findings: [],
    review_runs: [],
  };
}

/** Counts rows left out, and unreadable times of rows that are imported without them. */
function countLeftOut({ tables }: SourceDatabase): Record<string, number> {
  const counts: (readonly [string, number])[] = Object.entries(leftOutTables).map(
    ([table, what]) => [what, tables.get(table)?.length ?? 0] as const,
  );
  for (const table of workstateTables) {
    const times = (tables.get(table) ?? []).flatMap(row =>
      Object.entries(row).filter(([name]) => /_(at|ts)$/.test(name)),
    );
    counts.push([`time of ${table}`, times.filter(([, value]) => isNoTime(value)).length]);
  }
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function isNoTime(value: unknown): boolean {
  return (
    value !== null && value !== '' && (value instanceof Uint8Array || timeOf(value as string | number) === undefined)
  );
}
