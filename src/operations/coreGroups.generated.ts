// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { actionOperations } from './action/actionOperations.generated.js';
import { blockerOperations } from './blocker/blockerOperations.generated.js';
import { compactionOperations } from './compaction/compactionOperations.generated.js';
import { decisionOperations } from './decision/decisionOperations.generated.js';
import { eventsOperations } from './events/eventsOperations.generated.js';
import { evidenceOperations } from './evidence/evidenceOperations.generated.js';
import { findingOperations } from './finding/findingOperations.generated.js';
import { gateOperations } from './gate/gateOperations.generated.js';
import { hooksOperations } from './hooks/hooksOperations.generated.js';
import { importOperations } from './import/importOperations.generated.js';
import type { AnyOperation } from './operation.js';
import { planOperations } from './plan/planOperations.generated.js';
import { queueOperations } from './queue/queueOperations.generated.js';
import { repositoryOperations } from './repository/repositoryOperations.generated.js';
import { reviewOperations } from './review/reviewOperations.generated.js';
import { sliceOperations } from './slice/sliceOperations.generated.js';
import { storeOperations } from './store/storeOperations.generated.js';
import { taskOperations } from './task/taskOperations.generated.js';
import { touchedOperations } from './touched/touchedOperations.generated.js';
import { trustOperations } from './trust/trustOperations.generated.js';
import { workflowOperations } from './workflow/workflowOperations.generated.js';

/** Groups that editors load as they start, in the order in which surfaces list them. */
export const coreGroups: readonly Readonly<Record<string, AnyOperation>>[] = [
  repositoryOperations,
  queueOperations,
  importOperations,
  taskOperations,
  decisionOperations,
  blockerOperations,
  actionOperations,
  touchedOperations,
  compactionOperations,
  sliceOperations,
  evidenceOperations,
  findingOperations,
  gateOperations,
  hooksOperations,
  trustOperations,
  planOperations,
  reviewOperations,
  workflowOperations,
  eventsOperations,
  storeOperations,
];
