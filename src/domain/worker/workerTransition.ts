import { type Message, message } from '../../messages/message.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import { nextItem } from '../refusal/steps.js';
import { nextStep } from './nextStep.js';
import type { WorkerState } from './workerState.js';

export const workerTransitions: Readonly<Record<WorkerState, readonly WorkerState[]>> = {
  ASSIGNED: ['WORKING', 'FAILED'],
  WORKING: ['IN_REVIEW', 'CONFLICTED', 'FAILED'],
  CONFLICTED: ['IN_REVIEW', 'WORKING', 'FAILED'],
  IN_REVIEW: ['APPROVED', 'COMPLETED', 'WORKING', 'FAILED'],
  APPROVED: ['COMPLETED', 'WORKING', 'FAILED'],
  COMPLETED: [],
  FAILED: ['ASSIGNED'],
};

export const workerActs = {
  start: { from: ['ASSIGNED', 'CONFLICTED'], to: 'WORKING', by: 'worker' },
  submit: { from: ['WORKING', 'CONFLICTED'], to: 'IN_REVIEW', by: 'worker' },
  conflict: { from: ['WORKING'], to: 'CONFLICTED', by: 'worker' },
  fail: { from: ['ASSIGNED', 'WORKING', 'CONFLICTED', 'IN_REVIEW', 'APPROVED'], to: 'FAILED', by: 'worker' },
  approve: { from: ['IN_REVIEW'], to: 'APPROVED', by: 'reviewer' },
  requestChanges: { from: ['IN_REVIEW', 'APPROVED'], to: 'WORKING', by: 'reviewer' },
  merge: { from: ['APPROVED'], to: 'COMPLETED', by: 'reviewer' },
  /** Submitted work was merged by git, or by a person at the host. */
  mergeElsewhere: { from: ['IN_REVIEW', 'APPROVED'], to: 'COMPLETED', by: 'worker' },
  cancel: { from: ['ASSIGNED', 'WORKING', 'CONFLICTED', 'IN_REVIEW', 'APPROVED'], to: 'FAILED', by: 'reviewer' },
  retry: { from: ['FAILED'], to: 'ASSIGNED', by: 'reviewer' },
} as const satisfies Record<string, { from: readonly WorkerState[]; to: WorkerState; by: 'worker' | 'reviewer' }>;
export type WorkerAct = keyof typeof workerActs;

const participles: Readonly<Record<WorkerAct, Message>> = {
  start: message('workers.actStart'),
  submit: message('workers.actSubmit'),
  conflict: message('workers.actConflict'),
  fail: message('queue.isFailed'),
  approve: message('workers.actApprove'),
  requestChanges: message('workers.actRequestChanges'),
  merge: message('workers.isMerged'),
  mergeElsewhere: message('workers.isMerged'),
  cancel: message('queue.isCancelled'),
  retry: message('workers.actRetry'),
};

/** Refuses an act that the state does not allow. For repeated acts, see `isDone`. */
export function checkWorkerAct(
  worker: { readonly name: string; readonly state: WorkerState },
  act: WorkerAct,
): Refusal | undefined {
  const from: readonly WorkerState[] = workerActs[act].from;
  if (from.includes(worker.state)) return undefined;
  return refuse(
    'transition_not_allowed',
    message('input.stateForbids', {
      subject: worker.name,
      status: message(`state.${worker.state}`),
      act: participles[act],
    }),
    {
      hint: nextStep(worker.state),
      ...(worker.state === 'COMPLETED' && workerActs[act].by === 'worker' ? { next: [nextItem] } : {}),
      details: { worker: worker.name, state: worker.state, allowed: [...workerTransitions[worker.state]] },
    },
  );
}

/** True if the act is a repetition: its target state is already reached. */
export function isDone(state: WorkerState, act: WorkerAct): boolean {
  return workerActs[act].to === state;
}

export function needsReviewer(act: WorkerAct): boolean {
  return workerActs[act].by === 'reviewer';
}
