import * as z from 'zod';
import { message } from '../../messages/message.js';
import { sentenceSchema } from '../../messages/sentence.js';
import type { ToolFailure } from '../event/toolFailure.js';
import { oneLine } from '../text/oneLine.js';
import type { Health, LastHeartbeat } from './liveness.js';
import { endOfRun, isLogged } from './workerRun.js';

export const troubleSchema = z.object({ reason: sentenceSchema, next: sentenceSchema });
export type Trouble = z.output<typeof troubleSchema>;

/**
 * Undefined while heartbeats arrive, unless the output reports an obstacle. `returnedAt`: submitted work was returned, ms UTC.
 * Excludes the age of the last heartbeat, which views show beside it.
 */
export function troubleOf(
  lane: string,
  { level, heartbeat, aheadAt }: Health,
  now: number,
  returnedAt?: number,
): Trouble | undefined {
  if (heartbeat === undefined) {
    if (aheadAt === undefined) return undefined;
    const reason = message('workers.heartbeatAhead', { ahead: spoken(aheadAt - now) });
    return { reason, next: message('workers.checkTerminal', { lane }) };
  }
  const alerted = alertedTrouble(lane, heartbeat, now);
  if (alerted !== undefined || level === 'ok') return alerted;
  const { run } = heartbeat;
  if (heartbeat.process === 'gone' && run !== undefined) {
    const isWatched = run.session !== undefined;
    const again = message(
      isWatched ? 'workers.startAgainWatched' : isLogged(run) ? 'workers.startAgain' : 'workers.startAgainUnlogged',
      { lane },
    );
    if (run.end?.by === 'not-found') {
      return {
        reason: message('workers.programEnded', { end: endOfRun(run.end) }),
        next: message('workers.startOther', { lane }),
      };
    }
    if (run.end?.by === 'exit' && run.end.exitCode === 0) {
      if (returnedAt !== undefined && run.end.at <= returnedAt)
        return { reason: message('workers.endedSubmitted'), next: again };
      return {
        reason: message('workers.nothingSubmitted'),
        next: isWatched
          ? again
          : message(isLogged(run) ? 'workers.submitOrStart' : 'workers.submitOrStartUnlogged', { lane }),
      };
    }
    const reason =
      run.end === null
        ? message('workers.programGone', { pid: run.pid })
        : message('workers.programEnded', { end: endOfRun(run.end) });
    return { reason, next: again };
  }
  if (heartbeat.process === 'stopped' && run !== undefined) {
    return {
      reason: message('workers.processStopped', { pid: run.pid }),
      next: message('workers.resumeProcess', { pid: run.pid }),
    };
  }
  if (heartbeat.process === 'alive' && run !== undefined) {
    return {
      reason: message('workers.watcherGone', { pid: run.pid }),
      next: message('workers.resumeHeartbeats', { lane, pid: run.pid }),
    };
  }
  return { reason: message('workers.noHeartbeat'), next: message('workers.checkTerminal', { lane }) };
}

/** Trouble reported by the output of a program that runs or has failed. */
function alertedTrouble(lane: string, { alert, process, run }: LastHeartbeat, now: number): Trouble | undefined {
  const isGone = process === 'gone';
  const end = run?.end;
  const hasFailed = (end?.by === 'exit' && end.exitCode !== 0) || end?.by === 'signal' || end?.by === 'lost';
  if (alert === undefined || (isGone && !hasFailed)) return undefined;
  const { kind, resetsAt } = alert;
  const isOver = resetsAt !== null && resetsAt <= now;
  // A running program continues after the limit.
  if (isOver && !isGone) return undefined;
  if (isOver) return { reason: message('workers.limitOver'), next: message('workers.startAgain', { lane }) };
  const reason =
    kind === 'network'
      ? message('workers.noNetwork')
      : resetsAt === null
        ? message('workers.rateLimited')
        : message('workers.rateLimitedUntil', { until: new Date(resetsAt).toISOString() });
  if (!isGone) return { reason, next: message('workers.mayContinue', { lane }) };
  const next =
    kind === 'network' ? message('workers.checkNetwork', { lane }) : message('workers.waitForLimit', { lane });
  return { reason, next };
}

export function goneTrouble(path: string): Trouble {
  return { reason: message('workers.treeGone', { path }), next: message('workers.repairTree') };
}

export function repeatedTrouble(lane: string, failure: ToolFailure | undefined): Trouble | undefined {
  if (failure === undefined) return undefined;
  const { tool, command, error, count } = failure;
  const call = oneLine(command ?? tool).slice(0, 80);
  return {
    reason: message('workers.repeatsFailure', { call, count, error: oneLine(error).slice(0, 200) }),
    next: message('workers.writeToIt', { lane }),
  };
}

export function silentTrouble(lane: string, ms: number): Trouble {
  return {
    reason: message('workers.silentAgent', { span: spoken(ms) }),
    next: message('workers.wakeSilent', { lane }),
  };
}

/** Formats a duration in its largest unit, rounded down: `2 h`, `15 min`, `40 s`. */
export function spoken(ms: number): string {
  if (ms >= 3_600_000) return `${Math.floor(ms / 3_600_000)} h`;
  return ms >= 60_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 1000)} s`;
}
