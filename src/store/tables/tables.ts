import type { Kysely } from 'kysely';
import type { RowOf } from '../../domain/record/record.js';
import { type ItemRecordName, type RecordName, type Records, recordList } from '../../domain/records.js';
import type { HeartbeatIndex } from '../../domain/workItem/lease.js';
import type { Transaction } from '../store.js';
import { AgentPermissionTable } from './agentPermissionTable.js';
import { AgentSessionTable } from './agentSessionTable.js';
import { AgentUsageTable } from './agentUsageTable.js';
import { AgentWordTable } from './agentWordTable.js';
import { CompactionSettingTable } from './compactionSettingTable.js';
import { CompactionTable } from './compactionTable.js';
import { ControlShiftTable } from './controlShiftTable.js';
import { CounterTable } from './counterTable.js';
import { DecisionTable } from './decisionTable.js';
import { EventTable } from './eventTable.js';
import { EvidenceTable } from './evidenceTable.js';
import { FindingTable } from './findingTable.js';
import { LaneDependencyTable } from './laneDependencyTable.js';
import { LaneTable } from './laneTable.js';
import { MessageCursorTable } from './messageCursorTable.js';
import { MessageTable } from './messageTable.js';
import { PlanTable } from './planTable.js';
import { ReportQueries } from './reportQueries.js';
import { RetroQueries } from './retroQueries.js';
import { ReviewRunTable } from './reviewRunTable.js';
import { RunEntryTable } from './runEntryTable.js';
import { RunTable } from './runTable.js';
import type { Schema } from './schema.js';
import { SearchQueries } from './searchQueries.js';
import { type OwnedRecordTable, ownedRecordTableOf, type RecordRow } from './table.js';
import { TaskTable } from './taskTable.js';
import { TouchedFileTable } from './touchedFileTable.js';
import { TrendQueries } from './trendQueries.js';
import { TrendRowQueries } from './trendRowQueries.js';
import { WorkerReportTable } from './workerReportTable.js';
import { WorkerTable } from './workerTable.js';
import { WorkItemDependencyTable } from './workItemDependencyTable.js';
import { WorkItemTable } from './workItemTable.js';

const classes = {
  workItems: WorkItemTable,
  dependencies: WorkItemDependencyTable,
  events: EventTable,
  reports: ReportQueries,
  trends: TrendQueries,
  trendRows: TrendRowQueries,
  retros: RetroQueries,
  search: SearchQueries,
  tasks: TaskTable,
  decisions: DecisionTable,
  evidence: EvidenceTable,
  plans: PlanTable,
  findings: FindingTable,
  reviewRuns: ReviewRunTable,
  compactions: CompactionTable,
  compactionSettings: CompactionSettingTable,
  touchedFiles: TouchedFileTable,
  lanes: LaneTable,
  laneDependencies: LaneDependencyTable,
  workers: WorkerTable,
  workerReports: WorkerReportTable,
  messages: MessageTable,
  messageCursors: MessageCursorTable,
  agentSessions: AgentSessionTable,
  agentWords: AgentWordTable,
  agentPermissions: AgentPermissionTable,
  agentUsage: AgentUsageTable,
  controlShifts: ControlShiftTable,
  runs: RunTable,
  runEntries: RunEntryTable,
  counters: CounterTable,
};

type Classes = typeof classes;
type PlainRecord = Exclude<RecordName, keyof Classes>;

export type Tables = { readonly [Name in keyof Classes]: InstanceType<Classes[Name]> } & {
  readonly [Name in PlainRecord]: Omit<
    OwnedRecordTable<RowOf<Records[Name]> & RecordRow>,
    Name extends ItemRecordName ? 'ofTask' | 'ofTasks' : 'ofItem'
  >;
};

const plain = recordList
  .filter(([name]) => !(name in classes))
  .map(([name, definition]) => [name, ownedRecordTableOf(definition)] as const);
const all = [...Object.entries(classes), ...plain];

export function bindTables(db: Kysely<Schema>, repositoryId: string, heartbeats: () => HeartbeatIndex): Transaction {
  const tables = all.map(([name, Bound]) => [name, new Bound(db, repositoryId)]);
  return { ...(Object.fromEntries(tables) as Tables), heartbeats };
}
