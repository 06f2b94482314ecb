import type { Kysely } from 'kysely';
import type { HeartbeatIndex } from '../../domain/workItem/lease.js';
import type { Transaction } from '../store.js';
import { BlockerTable } from './blockerTable.js';
import { CompactionSettingTable } from './compactionSettingTable.js';
import { CompactionTable } from './compactionTable.js';
import { CounterRepository } from './counterRepository.js';
import { DecisionTable } from './decisionTable.js';
import { DependencyRepository } from './dependencyRepository.js';
import { EventRepository } from './eventRepository.js';
import { EvidenceTable } from './evidenceTable.js';
import { FindingTable } from './findingTable.js';
import { LaneDependencyRepository } from './laneDependencyRepository.js';
import { LaneTable } from './laneTable.js';
import { MessageCursorRepository } from './messageCursorRepository.js';
import { MessageTable } from './messageTable.js';
import { NextActionTable } from './nextActionTable.js';
import { PlanCursorTable } from './planCursorTable.js';
import { PlanTable } from './planTable.js';
import { ReportRepository } from './reportRepository.js';
import { ReviewRunTable } from './reviewRunTable.js';
import type { Schema } from './schema.js';
import { SliceTable } from './sliceTable.js';
import { TaskTable } from './taskTable.js';
import { TouchedFileTable } from './touchedFileTable.js';
import { TrendRepository } from './trendRepository.js';
import { TrendRowRepository } from './trendRowRepository.js';
import { WorkerReportTable } from './workerReportTable.js';
import { WorkerTable } from './workerTable.js';
import { WorkItemTable } from './workItemTable.js';

const classes = {
  workItems: WorkItemTable,
  dependencies: DependencyRepository,
  events: EventRepository,
  reports: ReportRepository,
  trends: TrendRepository,
  trendRows: TrendRowRepository,
  tasks: TaskTable,
  decisions: DecisionTable,
  slices: SliceTable,
  blockers: BlockerTable,
  nextActions: NextActionTable,
  evidence: EvidenceTable,
  plans: PlanTable,
  planCursors: PlanCursorTable,
  findings: FindingTable,
  reviewRuns: ReviewRunTable,
  compactions: CompactionTable,
  compactionSettings: CompactionSettingTable,
  touchedFiles: TouchedFileTable,
  lanes: LaneTable,
  laneDependencies: LaneDependencyRepository,
  workers: WorkerTable,
  workerReports: WorkerReportTable,
  messages: MessageTable,
  messageCursors: MessageCursorRepository,
  counters: CounterRepository,
};

/** The tables of a store, by what they hold. */
export type Tables = { readonly [Name in keyof typeof classes]: InstanceType<(typeof classes)[Name]> };

/** The tables over one connection, for the repository with this id; `heartbeats` lists the heartbeats. */
export function bindTables(db: Kysely<Schema>, repositoryId: string, heartbeats: () => HeartbeatIndex): Transaction {
  const tables = Object.entries(classes).map(([name, Bound]) => [name, new Bound(db, repositoryId)]);
  return { ...(Object.fromEntries(tables) as Tables), heartbeats };
}
