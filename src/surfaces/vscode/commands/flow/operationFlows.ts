import { actionComplete } from '../../../../operations/action/actionComplete.js';
import { actionSkip } from '../../../../operations/action/actionSkip.js';
import { actionUpdate } from '../../../../operations/action/actionUpdate.js';
import { blockerResolve } from '../../../../operations/blocker/blockerResolve.js';
import { decisionRecord } from '../../../../operations/decision/decisionRecord.js';
import { evidenceRun } from '../../../../operations/evidence/evidenceRun.js';
import { evidenceShow } from '../../../../operations/evidence/evidenceShow.js';
import { findingDefer } from '../../../../operations/finding/findingDefer.js';
import { findingFix } from '../../../../operations/finding/findingFix.js';
import { findingImport } from '../../../../operations/finding/findingImport.js';
import { findingIntegrate } from '../../../../operations/finding/findingIntegrate.js';
import { findingProve } from '../../../../operations/finding/findingProve.js';
import { findingRecord } from '../../../../operations/finding/findingRecord.js';
import { findingReopen } from '../../../../operations/finding/findingReopen.js';
import { findingShow } from '../../../../operations/finding/findingShow.js';
import { findingSupersede } from '../../../../operations/finding/findingSupersede.js';
import { findingWontfix } from '../../../../operations/finding/findingWontfix.js';
import { findingWorkItem } from '../../../../operations/finding/findingWorkItem.js';
import { planAttest } from '../../../../operations/plan/planAttest.js';
import { planDispatch } from '../../../../operations/plan/planDispatch.js';
import { planMove } from '../../../../operations/plan/planMove.js';
import { queueAdd } from '../../../../operations/queue/queueAdd.js';
import { queueAdvance } from '../../../../operations/queue/queueAdvance.js';
import { queueAnnotate } from '../../../../operations/queue/queueAnnotate.js';
import { queueAsk } from '../../../../operations/queue/queueAsk.js';
import { queueClaim } from '../../../../operations/queue/queueClaim.js';
import { queueDepend } from '../../../../operations/queue/queueDepend.js';
import { queueEdit } from '../../../../operations/queue/queueEdit.js';
import { queueImport } from '../../../../operations/queue/queueImport.js';
import { queueRelease } from '../../../../operations/queue/queueRelease.js';
import { queueReopen } from '../../../../operations/queue/queueReopen.js';
import { queueReprioritise } from '../../../../operations/queue/queueReprioritise.js';
import { queueResolve } from '../../../../operations/queue/queueResolve.js';
import { queueShow } from '../../../../operations/queue/queueShow.js';
import { queueUndepend } from '../../../../operations/queue/queueUndepend.js';
import { reviewRecord } from '../../../../operations/review/reviewRecord.js';
import { sliceClose } from '../../../../operations/slice/sliceClose.js';
import { sliceCommit } from '../../../../operations/slice/sliceCommit.js';
import { sliceStart } from '../../../../operations/slice/sliceStart.js';
import { storeBackup } from '../../../../operations/store/storeBackup.js';
import { storeExport } from '../../../../operations/store/storeExport.js';
import { storeRestore } from '../../../../operations/store/storeRestore.js';
import { taskArchive } from '../../../../operations/task/taskArchive.js';
import { taskImport } from '../../../../operations/task/taskImport.js';
import { taskRestore } from '../../../../operations/task/taskRestore.js';
import { taskStart } from '../../../../operations/task/taskStart.js';
import { taskSwitch } from '../../../../operations/task/taskSwitch.js';
import { taskUpdate } from '../../../../operations/task/taskUpdate.js';
import { trustGrant } from '../../../../operations/trust/trustGrant.js';
import { addFlow } from './addFlow.js';
import { dependFlow, undependFlow } from './dependencyFlows.js';
import { editFlow } from './editFlow.js';
import { importFindingsFlow, importFlow, importTaskFlow, openFileFlow, saveFileFlow } from './fileFlows.js';
import {
  deferFindingFlow,
  fixFindingFlow,
  integrateFindingFlow,
  oneFindingFlow,
  reopenFindingFlow,
  showFindingFlow,
  supersedeFindingFlow,
  wontfixFindingFlow,
} from './findingFlows.js';
import type { OperationFlow } from './flow.js';
import { genericFlow } from './genericFlow.js';
import {
  advanceFlow,
  annotateFlow,
  askFlow,
  claimFlow,
  releaseFlow,
  reopenFlow,
  resolveFlow,
  showFlow,
} from './itemFlows.js';
import { attestPlanItemFlow, dispatchPlanItemFlow, movePlanItemFlow } from './planFlows.js';
import { recordFindingFlow } from './recordFindingFlow.js';
import { reprioritiseFlow } from './reprioritiseFlow.js';
import { recordVerdictFlow } from './reviewFlows.js';
import { namedTaskFlow, startTaskFlow, updateTaskFlow } from './taskFlows.js';
import { trustFlow } from './trustFlow.js';
import {
  closeSliceFlow,
  oneNextActionFlow,
  oneSliceFlow,
  recordDecisionFlow,
  resolveBlockerFlow,
  runEvidenceFlow,
  showEvidenceFlow,
  startSliceFlow,
  updateNextActionFlow,
} from './workFlows.js';

const ownFlows: Readonly<Record<string, OperationFlow>> = {
  [actionComplete.name]: oneNextActionFlow,
  [actionSkip.name]: oneNextActionFlow,
  [actionUpdate.name]: updateNextActionFlow,
  [blockerResolve.name]: resolveBlockerFlow,
  [decisionRecord.name]: recordDecisionFlow,
  [evidenceRun.name]: runEvidenceFlow,
  [evidenceShow.name]: showEvidenceFlow,
  [findingDefer.name]: deferFindingFlow,
  [findingFix.name]: fixFindingFlow,
  [findingImport.name]: importFindingsFlow,
  [findingIntegrate.name]: integrateFindingFlow,
  [findingProve.name]: oneFindingFlow,
  [findingRecord.name]: recordFindingFlow,
  [findingReopen.name]: reopenFindingFlow,
  [findingShow.name]: showFindingFlow,
  [findingSupersede.name]: supersedeFindingFlow,
  [findingWontfix.name]: wontfixFindingFlow,
  [findingWorkItem.name]: oneFindingFlow,
  [planAttest.name]: attestPlanItemFlow,
  [planDispatch.name]: dispatchPlanItemFlow,
  [planMove.name]: movePlanItemFlow,
  [queueAdd.name]: addFlow,
  [queueAdvance.name]: advanceFlow,
  [queueAnnotate.name]: annotateFlow,
  [queueAsk.name]: askFlow,
  [queueClaim.name]: claimFlow,
  [queueDepend.name]: dependFlow,
  [queueEdit.name]: editFlow,
  [queueImport.name]: importFlow,
  [queueRelease.name]: releaseFlow,
  [queueReopen.name]: reopenFlow,
  [queueReprioritise.name]: reprioritiseFlow,
  [queueResolve.name]: resolveFlow,
  [queueShow.name]: showFlow,
  [queueUndepend.name]: undependFlow,
  [reviewRecord.name]: recordVerdictFlow,
  [sliceClose.name]: closeSliceFlow,
  [sliceCommit.name]: oneSliceFlow,
  [sliceStart.name]: startSliceFlow,
  [storeBackup.name]: saveFileFlow,
  [storeExport.name]: saveFileFlow,
  [storeRestore.name]: openFileFlow,
  [taskImport.name]: importTaskFlow,
  [taskArchive.name]: namedTaskFlow('all'),
  [taskRestore.name]: namedTaskFlow('archived'),
  [taskStart.name]: startTaskFlow,
  [taskSwitch.name]: namedTaskFlow('all'),
  [taskUpdate.name]: updateTaskFlow,
  [trustGrant.name]: trustFlow,
};

/** How the person is asked for what an operation needs; every operation of the catalogue has a way. */
export function flowOf(operation: string): OperationFlow {
  return ownFlows[operation] ?? genericFlow;
}
