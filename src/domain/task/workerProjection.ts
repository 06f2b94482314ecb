import type { TaskStatus } from './taskStatus.js';

/** States of a worker, as it tells them. */
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

/** States of a lane. */
export const laneStates = ['planned', 'active', 'blocked', 'review', 'merged', 'closed'] as const;
export type LaneState = (typeof laneStates)[number];

const ofWorker: Readonly<Record<WorkerState, TaskStatus>> = {
  ASSIGNED: 'in_progress',
  WORKING: 'in_progress',
  CONFLICTED: 'blocked',
  IN_REVIEW: 'review',
  APPROVED: 'review',
  COMPLETED: 'done',
  FAILED: 'blocked',
};

const ofLane: Readonly<Record<LaneState, TaskStatus>> = {
  planned: 'in_progress',
  active: 'in_progress',
  blocked: 'blocked',
  review: 'review',
  merged: 'done',
  closed: 'done',
};

/** A worker's state in the words of tasks, to be shown and never stored: the vocabularies stay apart. */
export function taskStatusOfWorker(state: WorkerState): TaskStatus {
  return ofWorker[state];
}

/** A lane's state in the words of tasks, to be shown and never stored. */
export function taskStatusOfLane(state: LaneState): TaskStatus {
  return ofLane[state];
}
