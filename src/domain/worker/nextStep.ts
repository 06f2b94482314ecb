import { type Message, message } from '../../messages/message.js';
import type { WorkerState } from './workerState.js';

const nextSteps: Readonly<Record<WorkerState, Message>> = {
  ASSIGNED: message('workers.nextStart'),
  WORKING: message('workers.nextDone'),
  CONFLICTED: message('workers.nextSolve'),
  IN_REVIEW: message('workers.nextAnswer'),
  APPROVED: message('workers.nextMerge'),
  COMPLETED: message('workers.nextNewLane'),
  FAILED: message('workers.nextRetry'),
};

export function nextStep(state: WorkerState): Message {
  return nextSteps[state];
}
