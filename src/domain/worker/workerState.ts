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
