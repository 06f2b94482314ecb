import { actionAdd } from './action/actionAdd.js';
import { actionComplete } from './action/actionComplete.js';
import { actionList } from './action/actionList.js';
import { actionSkip } from './action/actionSkip.js';
import { actionUpdate } from './action/actionUpdate.js';
import { blockerAdd } from './blocker/blockerAdd.js';
import { blockerList } from './blocker/blockerList.js';
import { blockerResolve } from './blocker/blockerResolve.js';
import { compactionLatest } from './compaction/compactionLatest.js';
import { compactionPacket } from './compaction/compactionPacket.js';
import { compactionRecord } from './compaction/compactionRecord.js';
import { compactionSettings } from './compaction/compactionSettings.js';
import { decisionList } from './decision/decisionList.js';
import { decisionRecord } from './decision/decisionRecord.js';
import { decisionValidate } from './decision/decisionValidate.js';
import { eventsAppend } from './events/eventsAppend.js';
import { eventsBetween } from './events/eventsBetween.js';
import { eventsSince } from './events/eventsSince.js';
import { eventsTail } from './events/eventsTail.js';
import { evidenceList } from './evidence/evidenceList.js';
import { evidenceReceipt } from './evidence/evidenceReceipt.js';
import { evidenceRecord } from './evidence/evidenceRecord.js';
import { evidenceRun } from './evidence/evidenceRun.js';
import { evidenceShow } from './evidence/evidenceShow.js';
import { findingDefer } from './finding/findingDefer.js';
import { findingExport } from './finding/findingExport.js';
import { findingFix } from './finding/findingFix.js';
import { findingImport } from './finding/findingImport.js';
import { findingIntegrate } from './finding/findingIntegrate.js';
import { findingList } from './finding/findingList.js';
import { findingLocate } from './finding/findingLocate.js';
import { findingMerge } from './finding/findingMerge.js';
import { findingProve } from './finding/findingProve.js';
import { findingRecord } from './finding/findingRecord.js';
import { findingRecordMany } from './finding/findingRecordMany.js';
import { findingReopen } from './finding/findingReopen.js';
import { findingShow } from './finding/findingShow.js';
import { findingSupersede } from './finding/findingSupersede.js';
import { findingWontfix } from './finding/findingWontfix.js';
import { findingWorkItem } from './finding/findingWorkItem.js';
import { gateCheck } from './gate/gateCheck.js';
import { gateList } from './gate/gateList.js';
import { hooksInstall } from './hooks/hooksInstall.js';
import { hooksRun } from './hooks/hooksRun.js';
import { hooksStatus } from './hooks/hooksStatus.js';
import { hooksUninstall } from './hooks/hooksUninstall.js';
import type { AnyOperation } from './operation.js';
import { planAccept } from './plan/planAccept.js';
import { planAnalyse } from './plan/planAnalyse.js';
import { planAttest } from './plan/planAttest.js';
import { planCursors } from './plan/planCursors.js';
import { planDispatch } from './plan/planDispatch.js';
import { planList } from './plan/planList.js';
import { planMove } from './plan/planMove.js';
import { planRegister } from './plan/planRegister.js';
import { planShow } from './plan/planShow.js';
import { planSync } from './plan/planSync.js';
import { queueAdd } from './queue/queueAdd.js';
import { queueAdvance } from './queue/queueAdvance.js';
import { queueAnnotate } from './queue/queueAnnotate.js';
import { queueAsk } from './queue/queueAsk.js';
import { queueClaim } from './queue/queueClaim.js';
import { queueDepend } from './queue/queueDepend.js';
import { queueEdit } from './queue/queueEdit.js';
import { queueHeartbeat } from './queue/queueHeartbeat.js';
import { queueImport } from './queue/queueImport.js';
import { queueList } from './queue/queueList.js';
import { queueNext } from './queue/queueNext.js';
import { queueReady } from './queue/queueReady.js';
import { queueRelease } from './queue/queueRelease.js';
import { queueReopen } from './queue/queueReopen.js';
import { queueReplay } from './queue/queueReplay.js';
import { queueReprioritise } from './queue/queueReprioritise.js';
import { queueResolve } from './queue/queueResolve.js';
import { queueShow } from './queue/queueShow.js';
import { queueUndepend } from './queue/queueUndepend.js';
import { repositoryDashboard } from './repository/repositoryDashboard.js';
import { repositoryInit } from './repository/repositoryInit.js';
import { repositoryNow } from './repository/repositoryNow.js';
import { repositoryStatus } from './repository/repositoryStatus.js';
import { reviewCoverage } from './review/reviewCoverage.js';
import { reviewList } from './review/reviewList.js';
import { reviewRecord } from './review/reviewRecord.js';
import { reviewRequestChanges } from './review/reviewRequestChanges.js';
import { reviewStart } from './review/reviewStart.js';
import { sliceClose } from './slice/sliceClose.js';
import { sliceCommit } from './slice/sliceCommit.js';
import { sliceList } from './slice/sliceList.js';
import { slicePacket } from './slice/slicePacket.js';
import { sliceStart } from './slice/sliceStart.js';
import { storeBackup } from './store/storeBackup.js';
import { storeCheck } from './store/storeCheck.js';
import { storeCompact } from './store/storeCompact.js';
import { storeExport } from './store/storeExport.js';
import { storePath } from './store/storePath.js';
import { storeQuery } from './store/storeQuery.js';
import { storeRestore } from './store/storeRestore.js';
import { taskArchive } from './task/taskArchive.js';
import { taskContext } from './task/taskContext.js';
import { taskFinish } from './task/taskFinish.js';
import { taskList } from './task/taskList.js';
import { taskRender } from './task/taskRender.js';
import { taskRestore } from './task/taskRestore.js';
import { taskShow } from './task/taskShow.js';
import { taskStart } from './task/taskStart.js';
import { taskSwitch } from './task/taskSwitch.js';
import { taskUpdate } from './task/taskUpdate.js';
import { touchedList } from './touched/touchedList.js';
import { touchedRecord } from './touched/touchedRecord.js';

/** Everything one can do, in the order in which surfaces list it. A new operation is one file and one line here. */
export const catalogue: readonly AnyOperation[] = Object.freeze([
  repositoryInit,
  repositoryStatus,
  repositoryNow,
  repositoryDashboard,
  queueAdd,
  queueImport,
  queueList,
  queueReady,
  queueShow,
  queueClaim,
  queueNext,
  queueHeartbeat,
  queueRelease,
  queueAnnotate,
  queueEdit,
  queueAsk,
  queueAdvance,
  queueResolve,
  queueReopen,
  queueReprioritise,
  queueDepend,
  queueUndepend,
  queueReplay,
  taskContext,
  taskStart,
  taskSwitch,
  taskShow,
  taskList,
  taskUpdate,
  taskFinish,
  taskArchive,
  taskRestore,
  taskRender,
  decisionRecord,
  decisionList,
  decisionValidate,
  blockerAdd,
  blockerResolve,
  blockerList,
  actionAdd,
  actionUpdate,
  actionComplete,
  actionSkip,
  actionList,
  touchedRecord,
  touchedList,
  compactionRecord,
  compactionLatest,
  compactionPacket,
  compactionSettings,
  sliceStart,
  sliceCommit,
  sliceClose,
  sliceList,
  slicePacket,
  evidenceRun,
  evidenceRecord,
  evidenceReceipt,
  evidenceList,
  evidenceShow,
  findingRecord,
  findingRecordMany,
  findingList,
  findingShow,
  findingLocate,
  findingFix,
  findingWontfix,
  findingDefer,
  findingReopen,
  findingSupersede,
  findingIntegrate,
  findingMerge,
  findingWorkItem,
  findingProve,
  findingImport,
  findingExport,
  gateCheck,
  gateList,
  hooksInstall,
  hooksUninstall,
  hooksStatus,
  hooksRun,
  planRegister,
  planAnalyse,
  planAccept,
  planAttest,
  planSync,
  planList,
  planShow,
  planDispatch,
  planMove,
  planCursors,
  reviewStart,
  reviewRecord,
  reviewList,
  reviewCoverage,
  reviewRequestChanges,
  eventsAppend,
  eventsTail,
  eventsSince,
  eventsBetween,
  storeCheck,
  storeCompact,
  storeBackup,
  storeRestore,
  storeExport,
  storeQuery,
  storePath,
]);

const byName: ReadonlyMap<string, AnyOperation> = new Map(catalogue.map(operation => [operation.name, operation]));

/** The operation of this name (`queue.claim`), undefined when there is none. */
export function findOperation(name: string): AnyOperation | undefined {
  return byName.get(name);
}
