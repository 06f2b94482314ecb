import * as z from 'zod';
import { show, shownShape } from '../record/record.js';
import { type ReportOutcome, type WorkerReportRow, workerReportDefinition } from './workerReportRow.js';

export const workerReportLimits = { summary: 4000, entry: 1000, entries: 200 } as const;

/** Follow-up by others, per outcome. */
export const reportNeeds = {
  done: 'review',
  partial: 'nothing',
  blocked: 'help',
  failed: 'help',
  nothing_to_do: 'close',
} as const satisfies Record<ReportOutcome, 'review' | 'nothing' | 'help' | 'close'>;

export const workerReportSchema = z.object({
  ...shownShape(workerReportDefinition),
  needs: z.enum(['review', 'nothing', 'help', 'close']),
});
export type WorkerReport = z.output<typeof workerReportSchema>;

/** Converts a stored report to the shape returned to callers; `lane` is the name of its lane. */
export function presentWorkerReport(row: Omit<WorkerReportRow, 'repository_id'>, lane: string): WorkerReport {
  return { ...show(workerReportDefinition, row), lane, needs: reportNeeds[row.outcome] };
}
