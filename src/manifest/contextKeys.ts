/** Every context key that Stateroom sets, with what it may be. When clauses name them through this list. */
export const contextKeys = {
  /** True when the active repository has a store. */
  enabled: 'stateroom:enabled',
  /** `none`, `noRepository`, `gone`, `absent`, `ready`, `readOnly`, `corrupt`, `tooNew` or `failed`; unset until activation. */
  repositoryState: 'stateroom:roomState',
  /** True in Restricted Mode. The editor's own key for it is set after the views are: until then it is false. */
  restricted: 'stateroom:restricted',
  /** True while someone works on a work item. */
  inFlight: 'stateroom:inFlight',
  /** True when the queue has no work item at all, independent of the filter. */
  queueEmpty: 'stateroom:queueEmpty',
  /** True while a filter narrows the Queue view. */
  queueFiltered: 'stateroom:queueFiltered',
  /** True when work items wait for a person. */
  needsYou: 'stateroom:needsYou',
  /** True while a filter narrows the Findings view. */
  findingsFiltered: 'stateroom:findingsFiltered',
  /** `severity`, `file` or `run`: what the rows of the Findings view are below. */
  findingGrouping: 'stateroom:findingGrouping',
  /** True while the active editor holds the decision that is to close a slice. */
  sliceDraft: 'stateroom:sliceDraft',
  /** True when the Now view shows a task. */
  nowTask: 'stateroom:nowTask',
  /** True while there is an act that can be undone. */
  canUndo: 'stateroom:canUndo',
  /** The state of the lane whose diff is in the active editor, such as `IN_REVIEW`; unset in other editors. */
  reviewedLane: 'stateroom:reviewedLane',
  /** True while a review of a lane has comments that are not submitted. */
  reviewBegun: 'stateroom:reviewBegun',
  /** The kinds of records that the repository has or had, each between spaces: ` finding  task `. */
  holds: 'stateroom:holds',
  /** The steps of the walkthrough that are done, each between spaces: ` open  add `; unset until it was in sight. */
  stepsDone: 'stateroom:stepsDone',
  /** True when the window holds more than one repository. */
  manyRepositories: 'stateroom:manyRepositories',
} as const;
export type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/** What `holds` names: a task that is live, and what the store numbers or registers. */
export const holdings = [
  'live_task',
  'task',
  'slice',
  'decision',
  'blocker',
  'next_action',
  'plan',
  'evidence',
  'finding',
  'review_run',
  'lane',
  'worker_report',
  'run',
] as const;
export type Holding = (typeof holdings)[number];

export const repositoryStates = [
  'none',
  'noRepository',
  'gone',
  'absent',
  'ready',
  'readOnly',
  'corrupt',
  'tooNew',
  'failed',
] as const;
export type RepositoryStoreState = (typeof repositoryStates)[number];
