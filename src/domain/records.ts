import { agentPermissionDefinition } from './agentSession/agentPermissionRow.js';
import { agentSessionDefinition } from './agentSession/agentSessionRow.js';
import { agentUsageDefinition } from './agentSession/agentUsageRow.js';
import { agentWordDefinition } from './agentSession/agentWordRow.js';
import { attemptDefinition } from './attempt/attemptRow.js';
import { compactionDefinition } from './compaction/compactionRow.js';
import { compactionSettingDefinition } from './compaction/compactionSettingRow.js';
import { controlShiftDefinition } from './control/controlShiftRow.js';
import { decisionDefinition } from './decision/decisionRow.js';
import { evidenceDefinition } from './evidence/evidenceRow.js';
import { findingDefinition } from './finding/findingRow.js';
import type { EntityKind } from './identifier/identifier.js';
import { laneDefinition } from './lane/laneRow.js';
import { messageDefinition } from './message/messageRow.js';
import { planCursorDefinition } from './plan/planCursorRow.js';
import { planDefinition } from './plan/planRow.js';
import type { RecordDefinition, RecordFacts } from './record/record.js';
import { reviewRunDefinition } from './review/reviewRunRow.js';
import { runDefinition, runEntryDefinition } from './run/runRow.js';
import { sliceDefinition } from './slice/sliceRow.js';
import { blockerDefinition } from './task/blockerRow.js';
import { nextActionDefinition } from './task/nextActionRow.js';
import { taskDefinition } from './task/taskRow.js';
import { touchedFileDefinition } from './task/touchedFileRow.js';
import { workerReportDefinition } from './worker/workerReportRow.js';
import { workerDefinition } from './worker/workerRow.js';
import { workItemDefinition } from './workItem/workItemRow.js';

/** In the order of files and lists. The store's tables, archives, task files and searches follow from it. */
export const records = {
  workItems: workItemDefinition,
  attempts: attemptDefinition,
  tasks: taskDefinition,
  decisions: decisionDefinition,
  slices: sliceDefinition,
  blockers: blockerDefinition,
  nextActions: nextActionDefinition,
  touchedFiles: touchedFileDefinition,
  evidence: evidenceDefinition,
  plans: planDefinition,
  planCursors: planCursorDefinition,
  findings: findingDefinition,
  reviewRuns: reviewRunDefinition,
  compactions: compactionDefinition,
  compactionSettings: compactionSettingDefinition,
  lanes: laneDefinition,
  workers: workerDefinition,
  workerReports: workerReportDefinition,
  messages: messageDefinition,
  agentSessions: agentSessionDefinition,
  agentWords: agentWordDefinition,
  agentPermissions: agentPermissionDefinition,
  agentUsage: agentUsageDefinition,
  controlShifts: controlShiftDefinition,
  runs: runDefinition,
  runEntries: runEntryDefinition,
} satisfies Readonly<Record<string, RecordDefinition>>;
export type Records = typeof records;
export type RecordName = keyof Records;

/** Records whose definition states a fact, such as `{ portable: true }`. */
export type RecordsWith<Fact> = {
  [Name in RecordName as Records[Name]['facts'] extends Fact ? Name : never]: Records[Name];
};

export const recordList = Object.entries(records) as readonly (readonly [
  RecordName,
  RecordDefinition<Records[RecordName]['table']>,
])[];

/** Records of a task with open and ended rows, which lists and summaries show by their definition alone. */
export type ListedRecords = RecordsWith<
  Required<Pick<RecordFacts, 'word' | 'list' | 'order' | 'open' | 'names' | 'events' | 'endedBy' | 'look'>>
>;
export type ListedName = keyof ListedRecords;
export const listedNames = recordList.flatMap(([name, { facts }]) =>
  facts.list === undefined ? [] : [name as ListedName],
);

export function isListed(name: string): name is ListedName {
  return (listedNames as readonly string[]).includes(name);
}

/** The facts of a record with lists. */
export function listedFacts(name: ListedName): Required<RecordFacts> {
  return records[name].facts as RecordFacts as Required<RecordFacts>;
}

/** Records of a work item, which answers and pages about it list by their definition. */
export type ItemRecords = Omit<RecordsWith<{ readonly owner: 'workItem' }>, 'workItems'>;
export type ItemRecordName = keyof ItemRecords;
export const itemRecordNames = recordList.flatMap(([name, { facts }]) =>
  facts.owner === 'workItem' && name !== 'workItems' ? [name as ItemRecordName] : [],
);

/** The record of a kind of refs; undefined for a kind without a table of its own. */
export function recordOfKind(kind: EntityKind): RecordName | undefined {
  return recordList.find(([, definition]) => definition.kind === kind)?.[0];
}
