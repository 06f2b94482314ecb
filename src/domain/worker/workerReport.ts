import { z } from 'zod';
import { formatRef } from '../identifier/identifier.js';
import { type ReportOutcome, reportOutcomes, type WorkerReportRow } from './workerReportRow.js';

/** Limits of one report: characters of texts, entries of lists. */
export const workerReportLimits = { summary: 4000, entry: 1000, entries: 200 } as const;

/** What somebody else has to do after a report that came out so. */
export const reportNeeds = {
  done: 'review',
  partial: 'nothing',
  blocked: 'help',
  failed: 'help',
  nothing_to_do: 'close',
} as const satisfies Record<ReportOutcome, 'review' | 'nothing' | 'help' | 'close'>;

/** What a worker said of its work, as every surface shows it. */
export const workerReportSchema = z.object({
  /** `P-4`. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  lane: z.string(),
  outcome: z.enum(reportOutcomes),
  /** What somebody else has to do now. */
  needs: z.enum(['review', 'nothing', 'help', 'close']),
  summary: z.string(),
  files: z.array(z.string()),
  tests: z.array(z.string()),
  blockers: z.array(z.string()),
  mergeReady: z.boolean(),
  /** Full id of the tip of the lane's branch. */
  commit: z.string().nullable(),
  by: z.string(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: z.iso.datetime().nullable(),
  at: z.iso.datetime(),
});
export type WorkerReport = z.output<typeof workerReportSchema>;

/** A stored report as every surface shows it; `lane` is the name of its lane. */
export function presentWorkerReport(row: Omit<WorkerReportRow, 'repository_id'>, lane: string): WorkerReport {
  return {
    ref: formatRef('workerReport', row.number),
    id: row.id,
    lane,
    outcome: row.outcome,
    needs: reportNeeds[row.outcome],
    summary: row.summary,
    files: JSON.parse(row.files) as string[],
    tests: JSON.parse(row.tests) as string[],
    blockers: JSON.parse(row.blockers) as string[],
    mergeReady: row.merge_ready === 1,
    commit: row.commit_sha,
    by: row.actor,
    acknowledgedBy: row.acknowledged_by,
    acknowledgedAt: row.acknowledged_at === null ? null : new Date(row.acknowledged_at).toISOString(),
    at: new Date(row.created_at).toISOString(),
  };
}
