import * as z from 'zod';
import { show, shownShape } from '../record/record.js';
import { type ReportOutcome, type WorkerReportRow, workerReportDefinition } from './workerReportRow.js';

/** Limits of one report: characters of texts, entries of lists. */
export const workerReportLimits = { summary: 4000, entry: 1000, entries: 200 } as const;

/** What someone else has to do after a report that came out so. */
export const reportNeeds = {
  done: 'review',
  partial: 'nothing',
  blocked: 'help',
  failed: 'help',
  nothing_to_do: 'close',
} as const satisfies Record<ReportOutcome, 'review' | 'nothing' | 'help' | 'close'>;

/** A worker's report, as returned to callers. */
export const workerReportSchema = z.object({
  ...shownShape(workerReportDefinition),
  /** What someone else has to do now. */
  needs: z.enum(['review', 'nothing', 'help', 'close']),
});
export type WorkerReport = z.output<typeof workerReportSchema>;

/** Converts a stored report to the shape returned to callers; `lane` is the name of its lane. */
export function presentWorkerReport(row: Omit<WorkerReportRow, 'repository_id'>, lane: string): WorkerReport {
  return { ...show(workerReportDefinition, row), lane, needs: reportNeeds[row.outcome] };
}
