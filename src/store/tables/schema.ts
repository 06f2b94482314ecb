import type { CompactionRow } from '../../domain/compaction/compactionRow.js';
import type { CompactionSettingRow } from '../../domain/compaction/compactionSettingRow.js';
import type { DecisionRow } from '../../domain/decision/decisionRow.js';
import type { EventRow } from '../../domain/event/eventRow.js';
import type { EvidenceRow } from '../../domain/evidence/evidenceRow.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import type { LaneDependencyRow, LaneRow } from '../../domain/lane/laneRow.js';
import type { MessageCursorRow, MessageRow } from '../../domain/message/messageRow.js';
import type { PlanCursorRow } from '../../domain/plan/planCursorRow.js';
import type { PlanRow } from '../../domain/plan/planRow.js';
import type { CounterName } from '../../domain/record/record.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { RunEntryRow, RunRow } from '../../domain/run/runRow.js';
import type { SliceRow } from '../../domain/slice/sliceRow.js';
import type { BlockerRow } from '../../domain/task/blockerRow.js';
import type { NextActionRow } from '../../domain/task/nextActionRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { TouchedFileRow } from '../../domain/task/touchedFileRow.js';
import type { WorkerReportRow } from '../../domain/worker/workerReportRow.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';

/** The tables as Kysely types. Every content table has `repository_id`. */
export interface Schema {
  readonly schema_migrations: SchemaMigrationTable;
  readonly repositories: RepositoryTable;
  readonly counters: CounterTable;
  readonly work_items: WorkItemRow;
  readonly work_item_dependencies: DependencyTable;
  readonly events: EventRow;
  readonly tasks: TaskRow;
  readonly decisions: DecisionRow;
  readonly slices: SliceRow;
  readonly blockers: BlockerRow;
  readonly next_actions: NextActionRow;
  readonly touched_files: TouchedFileRow;
  readonly evidence: EvidenceRow;
  readonly plans: PlanRow;
  readonly plan_cursors: PlanCursorRow;
  readonly findings: FindingRow;
  readonly review_runs: ReviewRunRow;
  readonly compactions: CompactionRow;
  readonly compaction_settings: CompactionSettingRow;
  readonly lanes: LaneRow;
  readonly lane_dependencies: LaneDependencyRow;
  readonly workers: WorkerRow;
  readonly worker_reports: WorkerReportRow;
  readonly messages: MessageRow;
  readonly message_cursors: MessageCursorRow;
  readonly runs: RunRow;
  readonly run_entries: RunEntryRow;
  readonly archives: ArchiveTable;
  readonly archived_keys: ArchivedKeyTable;
}

export type ContentTable = Exclude<keyof Schema, 'schema_migrations' | 'repositories' | 'counters'>;

export interface SchemaMigrationTable {
  readonly version: number;
  readonly name: string;
  /** ms UTC. */
  readonly applied_at: number;
}

/** The repository of this store; one row. */
export interface RepositoryTable {
  /** ULID created with the store. */
  readonly id: string;
  readonly created_at: number;
}

export interface CounterTable {
  readonly repository_id: string;
  readonly name: CounterName;
  readonly value: number;
}

export interface ArchiveTable {
  readonly repository_id: string;
  /** File name in the archive folder. */
  readonly file: string;
  readonly sha256: string;
  readonly created_at: number;
}

export interface ArchivedKeyTable {
  readonly repository_id: string;
  readonly key: string;
  readonly number: number;
}

/** `work_item_id` waits for `depends_on_id`. */
export interface DependencyTable {
  readonly repository_id: string;
  readonly work_item_id: string;
  readonly depends_on_id: string;
  readonly created_at: number;
}
