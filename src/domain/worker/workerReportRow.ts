/** How a piece of work came out. */
export const reportOutcomes = ['done', 'partial', 'blocked', 'failed', 'nothing_to_do'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** What a worker says of its work, as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface WorkerReportRow {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Counted per repository. */
  readonly number: number;
  readonly lane_id: string;
  readonly outcome: ReportOutcome;
  readonly summary: string;
  /** JSON arrays of texts. */
  readonly files: string;
  readonly tests: string;
  readonly blockers: string;
  readonly merge_ready: number;
  readonly commit_sha: string | null;
  readonly actor: string;
  readonly acknowledged_by: string | null;
  readonly acknowledged_at: number | null;
  readonly created_at: number;
  readonly revision: number;
}
