import type { WorkerState } from './workerState.js';

const nextSteps: Readonly<Record<WorkerState, string>> = {
  ASSIGNED: 'Its agent begins with `worker start`.',
  WORKING: 'Its agent hands it in with `worker done`.',
  CONFLICTED: 'Solve the conflicts in its work tree, then `worker done`.',
  IN_REVIEW: 'A person answers with `worker approve` or `worker request-changes`.',
  APPROVED: 'A person merges it with `worker merge`.',
  COMPLETED: 'It is merged; new work needs a new lane.',
  FAILED: 'Begin anew with `worker retry`, or bring its files back with `worker restore`.',
};

/** What comes next for a worker in this state, in one sentence. */
export function nextStep(state: WorkerState): string {
  return nextSteps[state];
}
