import { actionOperations } from './action/actionOperations.js';
import { blockerOperations } from './blocker/blockerOperations.js';
import { compactionOperations } from './compaction/compactionOperations.js';
import { decisionOperations } from './decision/decisionOperations.js';
import { eventsOperations } from './events/eventsOperations.js';
import { evidenceOperations } from './evidence/evidenceOperations.js';
import { findingOperations } from './finding/findingOperations.js';
import { gateOperations } from './gate/gateOperations.js';
import { hooksOperations } from './hooks/hooksOperations.js';
import { importOperations } from './import/importOperations.js';
import type { AnyOperation } from './operation.js';
import { planOperations } from './plan/planOperations.js';
import { queueOperations } from './queue/queueOperations.js';
import { repositoryOperations } from './repository/repositoryOperations.js';
import { reviewOperations } from './review/reviewOperations.js';
import { sliceOperations } from './slice/sliceOperations.js';
import { storeOperations } from './store/storeOperations.js';
import { taskOperations } from './task/taskOperations.js';
import { touchedOperations } from './touched/touchedOperations.js';
import { trustOperations } from './trust/trustOperations.js';
import { workflowOperations } from './workflow/workflowOperations.js';

/**
 * Groups of all operations except those on lanes, in the order in which surfaces list them. A new operation is one file and one line in its
 * group; the compiler names the places that a new group needs.
 */
export const coreGroups = {
  repository: repositoryOperations,
  queue: queueOperations,
  import: importOperations,
  task: taskOperations,
  decision: decisionOperations,
  blocker: blockerOperations,
  action: actionOperations,
  touched: touchedOperations,
  compaction: compactionOperations,
  slice: sliceOperations,
  evidence: evidenceOperations,
  finding: findingOperations,
  gate: gateOperations,
  hooks: hooksOperations,
  trust: trustOperations,
  plan: planOperations,
  review: reviewOperations,
  workflow: workflowOperations,
  events: eventsOperations,
  store: storeOperations,
};

export const coreCatalogue: readonly AnyOperation[] = Object.freeze(
  Object.values<Readonly<Record<string, AnyOperation>>>(coreGroups).flatMap(group => Object.values(group)),
);
