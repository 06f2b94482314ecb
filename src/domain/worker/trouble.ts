import * as z from 'zod';
import { livenessOf, type SignOfLife } from './liveness.js';
import { endOfRun } from './workerRun.js';

/** Why a worker gives no sign of life, and what to do about it. */
export const troubleSchema = z.object({ reason: z.string(), next: z.string() });
export type Trouble = z.output<typeof troubleSchema>;

/** The trouble of a worker that is at work; undefined while it beats. */
export function troubleOf(lane: string, sign: SignOfLife | undefined, now: number): Trouble | undefined {
  const level = livenessOf(sign, now);
  if (sign === undefined || level === 'ok' || level === 'none') return undefined;
  const { run } = sign;
  const look = `See its output with \`worker logs ${lane}\``;
  if (sign.process === 'gone' && run !== undefined) {
    if (run.end?.by === 'not-found') {
      return { reason: `Its program ${endOfRun(run.end)}.`, next: `Start one that exists: ${startAgain(lane)}.` };
    }
    if (run.end?.by === 'exit' && run.end.exitCode === 0) {
      return {
        reason: 'Its program ended without submitting anything.',
        next: `${look}, then submit the work with \`worker done ${lane}\`, or continue: ${startAgain(lane)}.`,
      };
    }
    const end =
      run.end === null
        ? `, process ${run.pid}, is gone and left no exit code: it was killed, or the machine was restarted`
        : ` ${endOfRun(run.end)}`;
    return { reason: `Its program${end}.`, next: `${look}, then start it again: ${startAgain(lane)}.` };
  }
  if (sign.at > now) {
    return {
      reason: 'Its last heartbeat is dated more than a day ahead: the clock has been set back since.',
      next: `Check its terminal. If it is still running, send \`stateroom worker heartbeat ${lane}\`.`,
    };
  }
  const silence = spoken(now - sign.at);
  if (sign.process === 'stopped' && run !== undefined) {
    return {
      reason: `Its process ${run.pid} was stopped, as by Ctrl+Z; its last heartbeat was ${silence} ago.`,
      next: `Resume it: \`kill -CONT ${run.pid}\`.`,
    };
  }
  if (sign.process === 'alive' && run !== undefined) {
    return {
      reason: `Its process ${run.pid} is running, but its watcher is gone; its last heartbeat was ${silence} ago.`,
      next: `Resume its heartbeats: \`worker heartbeat ${lane} --watch ${run.pid}\`.`,
    };
  }
  return {
    reason: `Its last heartbeat was ${silence} ago.`,
    next: `Check its terminal. If it is still running, send \`stateroom worker heartbeat ${lane}\`.`,
  };
}

function startAgain(lane: string): string {
  return `\`worker start ${lane} -- <program>\``;
}

/** A span in its largest unit, rounded down: `2 h`, `15 min`, `40 s`. */
function spoken(ms: number): string {
  if (ms >= 3_600_000) return `${Math.floor(ms / 3_600_000)} h`;
  return ms >= 60_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 1000)} s`;
}
