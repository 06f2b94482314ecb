/** The workflows: the overview, then those of the lifecycle, in the order in which work goes through them; `src/workflows` declares each. */
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
