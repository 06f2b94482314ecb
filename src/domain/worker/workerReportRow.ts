import { flag, numbered, oneOf, parent, repositoryId, revision, text, texts, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';

export const reportOutcomes = ['done', 'partial', 'blocked', 'failed', 'nothing_to_do'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

export const workerReportDefinition = new RecordDefinition(
  'worker_reports',
  {
    id: ulid,
    repository_id: repositoryId,
    number: numbered('workerReport'),
    lane_id: parent('lane'),
    outcome: oneOf(reportOutcomes),
    summary: text(),
    files: texts(),
    tests: texts(),
    blockers: texts(),
    merge_ready: flag,
    /** Full id of the tip of the lane's branch. */
    commit_sha: text().orNull.as('commit'),
    actor: text().as('by'),
    acknowledged_by: text().orNull,
    acknowledged_at: time.orNull,
    created_at: time.as('at'),
    revision: revision.hidden,
  },
  { owner: 'lane', word: 'report' },
);
export type WorkerReportRow = RowOf<typeof workerReportDefinition>;
