import type { CounterName } from '../domain/record/record.js';

/** Every context key that Stateroom sets, with its values. When clauses refer to this list. */
export const contextKeys = {
  /** True if the active repository has a store. */
  enabled: 'stateroom:enabled',
  /** `none`, `noRepository`, `gone`, `absent`, `ready`, `readOnly`, `corrupt`, `tooNew` or `failed`; unset until activation. */
  repositoryState: 'stateroom:roomState',
  /** True in Restricted Mode. The editor sets its own key only after the views exist; until then it is false. */
  restricted: 'stateroom:restricted',
  inFlight: 'stateroom:inFlight',
  /** Ignores the filter. */
  queueEmpty: 'stateroom:queueEmpty',
  queueFiltered: 'stateroom:queueFiltered',
  needsYou: 'stateroom:needsYou',
  findingsFiltered: 'stateroom:findingsFiltered',
  /** `severity`, `file` or `run`. */
  findingGrouping: 'stateroom:findingGrouping',
  /** True while the active editor holds the decision for closing a slice. */
  sliceDraft: 'stateroom:sliceDraft',
  nowTask: 'stateroom:nowTask',
  canUndo: 'stateroom:canUndo',
  /** State of the lane whose diff is in the active editor, such as `IN_REVIEW`; unset in other editors. */
  reviewedLane: 'stateroom:reviewedLane',
  /** True while a lane's review has unsubmitted comments. */
  reviewBegun: 'stateroom:reviewBegun',
  /** Kinds of records that the repository has or had, each between spaces: ` finding  task `. */
  holds: 'stateroom:holds',
  /** Completed steps of the walkthrough, each between spaces: ` open  add `; unset until it was visible. */
  stepsDone: 'stateroom:stepsDone',
  manyRepositories: 'stateroom:manyRepositories',
} as const;
export type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/** Kinds in `holds`: a live task, plans, and records that the store numbers. */
export type Holding = 'live_task' | 'plan' | CounterName;

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
