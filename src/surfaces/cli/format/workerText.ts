import type { Worker } from '../../../domain/lane/lane.js';
import { say } from '../../../messages/say.js';
import { workerHeartbeat } from '../../../operations/lane/worker/workerHeartbeat.js';
import { workerLogs } from '../../../operations/lane/worker/workerLogs.js';
import { workerRun } from '../../../operations/lane/worker/workerRun.js';
import type { LateView } from './resultText.js';

type Run = Readonly<{ lane: string; exitCode: number; endedBy: string }>;

/** What operations on the life of workers answer, by their names. */
export const workerTexts = {
  [workerLogs.name]: ({ text }: { text: string }, view: LateView) => view.manyLines(text.replace(/\n$/, '')).join('\n'),
  [workerHeartbeat.name]: ({ lane, state, ended }: { lane: string; state: string; ended: boolean }) =>
    ended ? `The process of ${lane} has ended; it is ${state}.` : `${lane} is alive; it is ${state}.`,
  [workerRun.name]: ({ lane, exitCode, endedBy }: Run) => {
    if (endedBy === 'exit') return `The program of ${lane} ended with exit code ${exitCode}.`;
    if (endedBy === 'not-found') return `The program of ${lane} was not found.`;
    return `The program of ${lane} was stopped (${endedBy}).`;
  },
} as const;

/** Why a worker gives no heartbeat, and the next step; no line when it does. */
export function troubleLines(worker: Worker | null, view: LateView): string[] {
  const trouble = worker?.trouble ?? null;
  return trouble === null ? [] : [view.oneLine(say(trouble.reason)), view.oneLine(say(trouble.next))];
}

/** The program that was started as a worker, and how it ended. */
export function programLines(worker: Worker | null, view: LateView): string[] {
  const program = worker?.program ?? null;
  if (program === null) return [];
  const { pid, endedAt, exitCode } = program;
  const code = exitCode === null ? '' : ` with exit code ${exitCode}`;
  const end = endedAt === null ? `process ${pid}` : `ended ${view.fullTime(endedAt)}${code}`;
  return [view.oneLine(program.command), end];
}
