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

/** Everything one can do but with lanes, in the order in which surfaces list it. A new operation is one file and one line in its group. */
const declarations = {
  ...repositoryOperations,
  ...queueOperations,
  ...importOperations,
  ...taskOperations,
  ...decisionOperations,
  ...blockerOperations,
  ...actionOperations,
  ...touchedOperations,
  ...compactionOperations,
  ...sliceOperations,
  ...evidenceOperations,
  ...findingOperations,
  ...gateOperations,
  ...hooksOperations,
  ...trustOperations,
  ...planOperations,
  ...reviewOperations,
  ...workflowOperations,
  ...eventsOperations,
  ...storeOperations,
};

export const coreCatalogue: readonly AnyOperation[] = Object.freeze(Object.values(declarations));
