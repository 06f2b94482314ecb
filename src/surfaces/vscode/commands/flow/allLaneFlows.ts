import type { LaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import type { OperationFlow } from './flow.js';
import { adoptFlow, cleanFlow, updateLaneFlow } from './laneCareFlows.js';
import {
  approveFlow,
  cancelFlow,
  closeLaneFlow,
  mergeFlow,
  repairMergeFlow,
  requestChangesFlow,
  restoreLaneFlow,
  retryFlow,
} from './laneFlows.js';
import { acknowledgeReportFlow, sendFlow } from './messageFlows.js';
import { type Pickers, spawnFlow } from './spawnFlow.js';

/** How the person is asked for what an operation on lanes, messages or reports needs, by its name. */
export function allLaneFlows(lanes: LaneOperations, pickers: Pickers): Readonly<Record<string, OperationFlow>> {
  return {
    [lanes.laneAdopt.name]: adoptFlow,
    [lanes.laneClean.name]: cleanFlow,
    [lanes.laneClose.name]: closeLaneFlow,
    [lanes.laneUpdate.name]: updateLaneFlow,
    [lanes.messageSend.name]: sendFlow,
    [lanes.reportAcknowledge.name]: acknowledgeReportFlow,
    [lanes.workerApprove.name]: approveFlow,
    [lanes.workerCancel.name]: cancelFlow,
    [lanes.workerMerge.name]: mergeFlow,
    [lanes.workerRepairMerge.name]: repairMergeFlow,
    [lanes.workerRequestChanges.name]: requestChangesFlow,
    [lanes.workerRestore.name]: restoreLaneFlow,
    [lanes.workerRetry.name]: retryFlow,
    [lanes.workerSpawn.name]: flow => spawnFlow(flow, pickers),
  };
}
