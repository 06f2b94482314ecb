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
  'action.complete': oneNextActionFlow,
  'action.skip': oneNextActionFlow,
  'action.update': updateNextActionFlow,
  'blocker.resolve': resolveBlockerFlow,
  'decision.record': recordDecisionFlow,
  'evidence.run': runEvidenceFlow,
  'evidence.show': showEvidenceFlow,
  'finding.defer': deferFindingFlow,
  'finding.fix': fixFindingFlow,
  'finding.import': importFindingsFlow,
  'finding.integrate': integrateFindingFlow,
  'finding.prove': oneFindingFlow,
  'finding.record': recordFindingFlow,
  'finding.reopen': reopenFindingFlow,
  'finding.show': showFindingFlow,
  'finding.supersede': supersedeFindingFlow,
  'finding.wontfix': wontfixFindingFlow,
  'finding.workItem': oneFindingFlow,
  'plan.attest': attestPlanItemFlow,
  'plan.dispatch': dispatchPlanItemFlow,
  'plan.move': movePlanItemFlow,
  'queue.add': addFlow,
  'queue.advance': advanceFlow,
  'queue.annotate': annotateFlow,
  'queue.ask': askFlow,
  'queue.claim': claimFlow,
  'queue.depend': dependFlow,
  'queue.edit': editFlow,
  'queue.import': importFlow,
  'queue.release': releaseFlow,
  'queue.reopen': reopenFlow,
  'queue.reprioritise': reprioritiseFlow,
  'queue.resolve': resolveFlow,
  'queue.show': showFlow,
  'queue.undepend': undependFlow,
  'review.record': recordVerdictFlow,
  'slice.close': closeSliceFlow,
  'slice.commit': oneSliceFlow,
  'slice.start': startSliceFlow,
  'store.backup': saveFileFlow,
  'store.export': saveFileFlow,
  'store.restore': openFileFlow,
  'task.import': importTaskFlow,
  'task.archive': namedTaskFlow('all'),
  'task.restore': namedTaskFlow('archived'),
  'task.start': startTaskFlow,
  'task.switch': namedTaskFlow('all'),
  'task.update': updateTaskFlow,
  'trust.grant': trustFlow,
};

/** How the person is asked for what an operation needs; every operation of the catalogue has a way. */
export function flowOf(operation: string): OperationFlow {
  return ownFlows[operation] ?? genericFlow;
}
