import * as z from 'zod';
import { message } from '../../../messages/message.js';
import { problem } from '../../../messages/schemaProblem.js';
import {
  portableBlockerSchema,
  portableCompactionSchema,
  portableDecisionSchema,
  portableEvidenceSchema,
  portableFindingSchema,
  portableNextActionSchema,
  portablePlanCursorSchema,
  portablePlanSchema,
  portableReviewRunSchema,
  portableSliceSchema,
  portableTaskSchema,
  portableTouchedFileSchema,
} from './portableRows.js';

/** What tells a file of ours from others, and how it is to be read. A newer version is refused, never guessed. */
export const taskFileFormat = 'stateroom-task';
export const taskFileVersion = 1;

/** What one file holds at most; lists in entries. */
export const taskFileLimits = { bytes: 64 * 1024 * 1024, list: 100_000 } as const;

/** Rows of one kind; a store holds the values of `once`, as those of `id`, once. */
const list = <Row extends { readonly id: string }>(row: z.ZodType<Row>, once: readonly (keyof Row & string)[] = []) =>
  z
    .array(row)
    .max(taskFileLimits.list)
    .refine(
      rows => ['id' as const, ...once].every(field => isOnce(rows.flatMap(one => one[field] ?? []))),
      problem(message('schema.twice', { fields: ['id', ...once].join(', ') })),
    );

/** One task with all that belongs to it: rows as stores hold them, without logs. */
export const taskFileSchema = z.strictObject({
  format: z.literal(taskFileFormat),
  version: z.literal(taskFileVersion),
  task: portableTaskSchema,
  decisions: list(portableDecisionSchema, ['number']).refine(
    rows => isOnce(rows.flatMap(row => (row.session === null ? [] : [`${row.session}\0${row.decision}`]))),
    problem(message('schema.twiceInSession')),
  ),
  slices: list(portableSliceSchema, ['number']),
  blockers: list(portableBlockerSchema, ['number']),
  nextActions: list(portableNextActionSchema, ['number']),
  touchedFiles: list(portableTouchedFileSchema, ['path']),
  evidence: list(portableEvidenceSchema, ['number']),
  plans: list(portablePlanSchema, ['path']),
  planCursors: list(portablePlanCursorSchema, ['plan_item']),
  findings: list(portableFindingSchema, ['number', 'key']),
  reviewRuns: list(portableReviewRunSchema, ['number', 'key']),
  compactions: list(portableCompactionSchema, ['key']),
});
export type TaskFile = z.output<typeof taskFileSchema>;

/** How many rows of each kind a file holds. */
export const taskFileCountsSchema = z.object({
  decisions: z.int(),
  slices: z.int(),
  blockers: z.int(),
  nextActions: z.int(),
  touchedFiles: z.int(),
  evidence: z.int(),
  plans: z.int(),
  planCursors: z.int(),
  findings: z.int(),
  reviewRuns: z.int(),
  compactions: z.int(),
});
export type TaskFileCounts = z.output<typeof taskFileCountsSchema>;

/** Counts the rows of a file. */
export function countTaskFile(file: TaskFile): TaskFileCounts {
  const kinds = Object.keys(taskFileCountsSchema.shape) as (keyof TaskFileCounts)[];
  return Object.fromEntries(kinds.map(kind => [kind, file[kind].length])) as TaskFileCounts;
}

function isOnce(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}
