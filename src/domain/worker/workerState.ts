/** States of a worker. Liveness is computed, never stored: see `liveness.ts`. */
export const workerStates = [
  'ASSIGNED',
  'WORKING',
  'CONFLICTED',
  'IN_REVIEW',
  'APPROVED',
  'COMPLETED',
  'FAILED',
] as const;
export type WorkerState = (typeof workerStates)[number];

/** States in which its agent is to work. */
export const statesAtWork: ReadonlySet<WorkerState> = new Set<WorkerState>(['ASSIGNED', 'WORKING', 'CONFLICTED']);
