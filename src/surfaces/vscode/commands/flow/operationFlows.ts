import { findingImport } from '../../../../operations/finding/findingImport.js';
import { findingRecord } from '../../../../operations/finding/findingRecord.js';
import { importTracker } from '../../../../operations/import/importTracker.js';
import { isOfLanes } from '../../../../operations/isOfLanes.js';
import { loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import { isOfRuns, loadRunOperations } from '../../../../operations/loadRunOperations.js';
import { queueAdd } from '../../../../operations/queue/queueAdd.js';
import { queueDepend } from '../../../../operations/queue/queueDepend.js';
import { queueEdit } from '../../../../operations/queue/queueEdit.js';
import { queueImport } from '../../../../operations/queue/queueImport.js';
import { queueReprioritise } from '../../../../operations/queue/queueReprioritise.js';
import { queueUndepend } from '../../../../operations/queue/queueUndepend.js';
import { reviewRecord } from '../../../../operations/review/reviewRecord.js';
import { storeBackup } from '../../../../operations/store/storeBackup.js';
import { storeExport } from '../../../../operations/store/storeExport.js';
import { storeRepair } from '../../../../operations/store/storeRepair.js';
import { storeRestore } from '../../../../operations/store/storeRestore.js';
import { storeUpdate } from '../../../../operations/store/storeUpdate.js';
import { taskImport } from '../../../../operations/task/taskImport.js';
import { trustGrant } from '../../../../operations/trust/trustGrant.js';
import { addFlow } from './addFlow.js';
import { allLaneFlows } from './allLaneFlows.js';
import { dependFlow, undependFlow } from './dependencyFlows.js';
import { editFlow } from './editFlow.js';
import { importFindingsFlow, importFlow, importTaskFlow, openFileFlow, saveFileFlow } from './fileFlows.js';
import { findingFlows } from './findingFlows.js';
import type { OperationFlow } from './flow.js';
import { genericFlow } from './genericFlow.js';
import { importTrackerFlow } from './importTrackerFlow.js';
import { itemFlows } from './itemFlows.js';
import { planFlows } from './planFlows.js';
import { recordFindingFlow } from './recordFindingFlow.js';
import { repairFlow } from './repairFlow.js';
import { reprioritiseFlow } from './reprioritiseFlow.js';
import { recordVerdictFlow } from './reviewFlows.js';
import { runFlows } from './runFlows.js';
import { taskFlows } from './taskFlows.js';
import { trustFlow } from './trustFlow.js';
import { updateFlow } from './updateFlow.js';
import { workFlows } from './workFlows.js';

const ownFlows: Readonly<Record<string, OperationFlow>> = {
  ...findingFlows,
  ...itemFlows,
  ...planFlows,
  ...taskFlows,
  ...workFlows,
  [findingImport.name]: importFindingsFlow,
  [findingRecord.name]: recordFindingFlow,
  [importTracker.name]: importTrackerFlow,
  [queueAdd.name]: addFlow,
  [queueDepend.name]: dependFlow,
  [queueEdit.name]: editFlow,
  [queueImport.name]: importFlow,
  [queueReprioritise.name]: reprioritiseFlow,
  [queueUndepend.name]: undependFlow,
  [reviewRecord.name]: recordVerdictFlow,
  [storeBackup.name]: saveFileFlow,
  [storeExport.name]: saveFileFlow,
  [storeRepair.name]: repairFlow,
  [storeRestore.name]: openFileFlow,
  [storeUpdate.name]: updateFlow,
  [taskImport.name]: importTaskFlow,
  [trustGrant.name]: trustFlow,
};

/** Returns the flow of an operation of the catalogue; the generic one by default. */
export async function flowOf(operation: string): Promise<OperationFlow> {
  if (isOfRuns(operation)) return runFlows(await loadRunOperations())[operation] ?? genericFlow;
  if (!isOfLanes(operation)) return ownFlows[operation] ?? genericFlow;
  return allLaneFlows(await loadLaneOperations())[operation] ?? genericFlow;
}
