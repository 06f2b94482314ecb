import type { LaneStatus } from '../lane/laneStatus.js';
import type { WorkerState } from '../worker/workerState.js';
import type { TaskStatus } from './taskStatus.js';

const ofWorker: Readonly<Record<WorkerState, TaskStatus>> = {
  ASSIGNED: 'in_progress',
  WORKING: 'in_progress',
  CONFLICTED: 'blocked',
  IN_REVIEW: 'review',
  APPROVED: 'review',
  COMPLETED: 'done',
  FAILED: 'blocked',
};

const ofLane: Readonly<Record<LaneStatus, TaskStatus>> = {
  planned: 'in_progress',
  active: 'in_progress',
  blocked: 'blocked',
  review: 'review',
  merged: 'done',
  closed: 'done',
};

/** Maps a worker's state to a task status for display; never stored, so that the vocabularies stay separate. */
export function taskStatusOfWorker(state: WorkerState): TaskStatus {
  return ofWorker[state];
}

export function taskStatusOfLane(state: LaneStatus): TaskStatus {
  return ofLane[state];
}
