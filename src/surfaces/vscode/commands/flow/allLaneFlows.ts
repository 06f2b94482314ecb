import type { LaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import { startControlFlow } from './controlFlow.js';
import type { OperationFlow } from './flow.js';
import { adoptFlow, cleanFlow, updateLaneFlow } from './laneCareFlows.js';
import { laneFlows } from './laneFlows.js';
import { acknowledgeReportFlow, sendFlow } from './messageFlows.js';
import { spawnFlow } from './spawnFlow.js';

/** Flows of operations on lanes, messages and reports, by operation. */
export function allLaneFlows(lanes: LaneOperations): Readonly<Record<string, OperationFlow>> {
  return {
    ...laneFlows(lanes),
    [lanes.controlStart.name]: startControlFlow,
    [lanes.laneAdopt.name]: adoptFlow,
    [lanes.laneClean.name]: cleanFlow,
    [lanes.laneUpdate.name]: updateLaneFlow,
    [lanes.messageSend.name]: sendFlow,
    [lanes.reportAcknowledge.name]: acknowledgeReportFlow,
    [lanes.workerSpawn.name]: spawnFlow,
  };
}
