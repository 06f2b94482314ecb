import { addFlow } from './addFlow.js';
import { dependFlow, undependFlow } from './dependencyFlows.js';
import { editFlow } from './editFlow.js';
import { importFlow, openFileFlow, saveFileFlow } from './fileFlows.js';
import {
  deferFindingFlow,
  fixFindingFlow,
  oneFindingFlow,
  reopenFindingFlow,
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
import { reprioritiseFlow } from './reprioritiseFlow.js';

const ownFlows: Readonly<Record<string, OperationFlow>> = {
  'finding.defer': deferFindingFlow,
  'finding.fix': fixFindingFlow,
  'finding.reopen': reopenFindingFlow,
  'finding.show': oneFindingFlow,
  'finding.wontfix': wontfixFindingFlow,
  'finding.workItem': oneFindingFlow,
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
  'store.backup': saveFileFlow,
  'store.export': saveFileFlow,
  'store.restore': openFileFlow,
};

/** How the person is asked for what an operation needs; every operation of the catalogue has a way. */
export function flowOf(operation: string): OperationFlow {
  return ownFlows[operation] ?? genericFlow;
}
