/** Names of workflows: the overview, then lifecycle order; declared in `src/workflows`. */
export const workflowNames = [
  'context',
  'scope',
  'plan-analyze',
  'planning-review',
  'branch-lifecycle',
  'tdd',
  'incremental-implementation',
  'branch-review',
  'auto-fix',
  'handoff-lifecycle',
  'investigate',
] as const;

export type WorkflowName = (typeof workflowNames)[number];
