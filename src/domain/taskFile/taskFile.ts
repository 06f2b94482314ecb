import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { compactionSummarySchema } from '../compaction/compaction.js';
import { compactionDefinition } from '../compaction/compactionRow.js';
import { decisionDefinition } from '../decision/decisionRow.js';
import { anchorSchema, wholeAnchorSchema } from '../finding/anchor.js';
import { findingDefinition } from '../finding/findingRow.js';
import { once } from '../once.js';
import { attestationSchema, planAnalysisSchema } from '../plan/plan.js';
import { planCursorDefinition } from '../plan/planCursorRow.js';
import { planDefinition, planLimits } from '../plan/planRow.js';
import { jsonText } from '../record/column.js';
import type { RecordDefinition, RowOf } from '../record/record.js';
import { type RecordsWith, recordList } from '../records.js';
import { reviewRunDefinition } from '../review/reviewRunRow.js';
import { type TaskRow, taskDefinition } from '../task/taskRow.js';
import { touchedFileDefinition } from '../task/touchedFileRow.js';

/** Marks our files, and their version. A newer version is refused. */
export const taskFileFormat = 'stateroom-task';
export const taskFileVersion = 1;

export const taskFileLimits = { bytes: 64 * 1024 * 1024, list: 100_000 } as const;

export type TaskFileRecords = RecordsWith<{ readonly portable: true }>;
export type TaskFileKind = keyof TaskFileRecords;
export const taskFileRecords = Object.fromEntries(
  recordList.filter(([, { facts }]) => facts.portable === true),
) as unknown as TaskFileRecords;
export const taskFileKinds = Object.keys(taskFileRecords) as TaskFileKind[];

/** Columns omitted from files: the store, the task of all rows, and those valid on one machine only. */
const localColumns = ['repository_id', 'task_id', 'worktree_path', 'log_file'] as const;
const local: ReadonlySet<string> = new Set(localColumns);

/** Columns that 0.1.0 does not know; omitted if null, so that it can read the file. */
const addedColumns: ReadonlySet<string> = new Set(['effort', 'input_tokens', 'output_tokens', 'replies']);

/** Lists of 0.1.0, which requires them and no others: those of later records are omitted if empty, and empty if missing. */
const firstLists: ReadonlySet<string> = new Set([
  ...['decisions', 'slices', 'blockers', 'nextActions', 'touchedFiles', 'evidence', 'plans', 'planCursors', 'findings'],
  ...['reviewRuns', 'compactions'],
]);

/** True for a column or list that older files lack, if it is null or empty. */
export function isLeftOut(name: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 && isAddedList(name);
  return value === null && addedColumns.has(name);
}

function isAddedList(name: string): boolean {
  return Object.hasOwn(taskFileRecords, name) && !firstLists.has(name);
}

export type Portable<Row> = Omit<Row, (typeof localColumns)[number]>;

export function portable<Row extends object>(row: Row): Portable<Row> {
  const entries = Object.entries(row).filter(([column, value]) => !local.has(column) && !isLeftOut(column, value));
  return Object.fromEntries(entries) as Portable<Row>;
}

/** Schema of a row; `contents` are columns whose JSON is checked. */
function rowOf<Definition extends RecordDefinition>(
  { columns }: Definition,
  contents: { readonly [Column in keyof RowOf<Definition>]?: z.ZodType } = {},
): z.ZodType<Portable<RowOf<Definition>>> {
  const checked: Readonly<Record<string, z.ZodType | undefined>> = contents;
  const shape = Object.entries(portable(columns)).map(([name, { kind }]) => {
    const value = checked[name] ?? kind.stored();
    return [name, addedColumns.has(name) ? value.default(null) : value];
  });
  return z.strictObject(Object.fromEntries(shape)) as unknown as z.ZodType<Portable<RowOf<Definition>>>;
}

/** A row that is checked by its definition alone: that it is open agrees with its end. */
function checkedRow<Definition extends RecordDefinition>(
  definition: Definition,
  contents: Parameters<typeof rowOf<Definition>>[1] = {},
): z.ZodType<Portable<RowOf<Definition>>> {
  const { open } = definition.facts;
  const row = rowOf(definition, contents);
  if (open === undefined) return row;
  return row.refine(
    value => {
      const values = value as Readonly<Record<string, unknown>>;
      return open.statuses.includes(String(values.status)) === (values[open.endedAt] === null);
    },
    problem(message('schema.endContradicts')),
  );
}

/** Rows of one kind, with unique ids, numbers, keys, and values of `once`. */
function listOf<Row>({ kind, key }: RecordDefinition, row: z.ZodType<Row>, once: string | undefined = key) {
  const unique = ['id', kind === undefined ? undefined : 'number', once].filter(name => name !== undefined);
  return z
    .array(row)
    .max(taskFileLimits.list)
    .refine(
      rows => {
        const values = rows as readonly Readonly<Record<string, unknown>>[];
        return unique.every(column => isOnce(values.flatMap(one => one[column] ?? [])));
      },
      problem(message('schema.twice', { fields: unique.join(', ') })),
    );
}

type PortableRows = { [Kind in TaskFileKind]: Portable<RowOf<TaskFileRecords[Kind]>> };
/** A decision has the ref of its run, `R-2`, for readers of the file, which does not contain the run. */
interface Added {
  readonly decisions: { readonly run?: string | undefined };
}
export type TaskFileRows = {
  [Kind in TaskFileKind]: (PortableRows[Kind] & (Kind extends keyof Added ? Added[Kind] : unknown))[];
};

/** Lists whose rows have more to check than their definition says. */
function specialLists(): { [Kind in TaskFileKind]?: z.ZodType<TaskFileRows[Kind]> } {
  const decision = rowOf(decisionDefinition) as unknown as z.ZodObject;
  const withRun = decision.extend({ run: z.string().max(20).optional() }) as unknown as z.ZodType<
    TaskFileRows['decisions'][number]
  >;
  return {
    decisions: listOf(decisionDefinition, withRun).refine(
      rows => isOnce(rows.flatMap(row => (row.session === null ? [] : [`${row.session}\0${row.decision}`]))),
      problem(message('schema.twiceInSession')),
    ),
    touchedFiles: listOf(touchedFileDefinition, rowOf(touchedFileDefinition), 'path'),
    plans: listOf(
      planDefinition,
      rowOf(planDefinition, {
        analysis: jsonText(planAnalysisSchema, planLimits.bytes * 2).nullable(),
        attestations: jsonText(z.array(attestationSchema), planLimits.bytes * 2),
      }),
    ),
    planCursors: listOf(planCursorDefinition, rowOf(planCursorDefinition), 'plan_item'),
    findings: listOf(
      findingDefinition,
      checkedRow(findingDefinition, {
        anchor: jsonText(z.union([anchorSchema, wholeAnchorSchema]), 100_000).nullable(),
      }).refine(
        ({ line_start, line_end }) => line_start === null || (line_end !== null && line_end >= line_start),
        problem(message('schema.linesReversed')),
      ),
    ),
    reviewRuns: listOf(
      reviewRunDefinition,
      rowOf(reviewRunDefinition).refine(
        ({ status, verdict }) => (status === 'recorded') === (verdict !== null),
        problem(message('schema.verdictContradicts')),
      ),
    ),
    compactions: listOf(
      compactionDefinition,
      rowOf(compactionDefinition, { summary: jsonText(compactionSummarySchema, 100_000) }),
    ),
  };
}

/** A task with all its records: rows as stored, without logs. */
export const taskFileSchema = once(() => {
  const special = specialLists();
  const lists = byKind(kind => {
    const list: z.ZodType = special[kind] ?? listOf(taskFileRecords[kind], checkedRow(taskFileRecords[kind]));
    return isAddedList(kind) ? list.default([]) : list;
  });
  return z.strictObject({
    format: z.literal(taskFileFormat),
    version: z.literal(taskFileVersion),
    task: rowOf(taskDefinition),
    ...lists,
  }) as unknown as z.ZodType<TaskFile>;
});

export type TaskFile = {
  format: typeof taskFileFormat;
  version: typeof taskFileVersion;
  task: Portable<TaskRow>;
} & TaskFileRows;

export function emptyLists(): TaskFileRows {
  return byKind(() => []);
}

export const taskFileCountsSchema = z.object(byKind(() => z.int()));
export type TaskFileCounts = z.output<typeof taskFileCountsSchema>;

export function countTaskFile(file: TaskFile): TaskFileCounts {
  return byKind(kind => file[kind].length);
}

export function byKind<Value>(make: (kind: TaskFileKind) => Value): Record<TaskFileKind, Value> {
  return Object.fromEntries(taskFileKinds.map(kind => [kind, make(kind)])) as Record<TaskFileKind, Value>;
}

function isOnce(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}
