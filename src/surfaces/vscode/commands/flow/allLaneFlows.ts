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

/** How the person is asked for what an operation on lanes, messages or reports needs, by the operation's name. */
export function allLaneFlows(pickers: Pickers): Readonly<Record<string, OperationFlow>> {
  return {
    'lane.adopt': adoptFlow,
    'lane.clean': cleanFlow,
    'lane.close': closeLaneFlow,
    'lane.update': updateLaneFlow,
    'message.send': sendFlow,
    'report.acknowledge': acknowledgeReportFlow,
    'worker.approve': approveFlow,
    'worker.cancel': cancelFlow,
    'worker.merge': mergeFlow,
    'worker.repairMerge': repairMergeFlow,
    'worker.requestChanges': requestChangesFlow,
    'worker.restore': restoreLaneFlow,
    'worker.retry': retryFlow,
    'worker.spawn': flow => spawnFlow(flow, pickers),
  };
}
