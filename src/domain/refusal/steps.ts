import type { NextStep } from './refusal.js';

export const listLanes: NextStep = { operation: 'lane.list', input: {} };

export const repairLanes: NextStep = { operation: 'lane.repair', input: {} };

export const startSlice: NextStep = { operation: 'slice.start', input: {} };

export const startTask: NextStep = { operation: 'task.start', input: {} };

export const nextItem: NextStep = { operation: 'queue.next', input: {} };

export const listEvidence: NextStep = { operation: 'evidence.list', input: {} };

export function switchTask(task: string): NextStep {
  return { operation: 'task.switch', input: { task } };
}

export function startWorker(lane: string): NextStep {
  return { operation: 'worker.start', input: { lane } };
}

export function showWorker(lane: string): NextStep {
  return { operation: 'worker.show', input: { lane } };
}

export function startAgent(lane: string): NextStep {
  return { operation: 'agent.start', input: { id: lane } };
}

export function showTranscript(lane: string): NextStep {
  return { operation: 'agent.transcript', input: { id: lane } };
}

export function showWorkerLogs(lane: string): NextStep {
  return { operation: 'worker.logs', input: { lane } };
}
