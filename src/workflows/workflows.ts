import type { WorkflowName } from '../domain/workflow/workflowNames.js';
import { autoFix } from './autoFix.js';
import { branchLifecycle } from './branchLifecycle.js';
import { branchReview } from './branchReview.js';
import { context } from './context.js';
import { handoffLifecycle } from './handoffLifecycle.js';
import { incrementalImplementation } from './incrementalImplementation.js';
import { investigate } from './investigate.js';
import { planAnalyze } from './planAnalyze.js';
import { planningReview } from './planningReview.js';
import { scope } from './scope.js';
import { tdd } from './tdd.js';
import type { Workflow } from './workflow.js';

const byName: Readonly<Record<WorkflowName, Workflow>> = {
  context,
  scope,
  'plan-analyze': planAnalyze,
  'planning-review': planningReview,
  'branch-lifecycle': branchLifecycle,
  tdd,
  'incremental-implementation': incrementalImplementation,
  'branch-review': branchReview,
  'auto-fix': autoFix,
  'handoff-lifecycle': handoffLifecycle,
  investigate,
};

/** Every workflow, in the order of `workflowNames`. */
export const workflows: readonly Workflow[] = Object.values(byName);

export function workflowNamed(name: WorkflowName): Workflow {
  return byName[name];
}
