import type { LanePorts } from '../../../git/lane/openLanes.js';
import type { Clock } from '../../../platform/clock.js';

export interface HeartbeatPlan {
  readonly lane: string;
  /** Identity of the process for which it heartbeats. */
  readonly process: string;
  readonly everyMs: number;
  /** Ends the beating. */
  readonly signal: AbortSignal | undefined;
  /** Called if a heartbeat could not be written; without it, the error ends the heartbeats. */
  readonly onProblem?: (error: unknown) => void;
}

/**
 * Sends heartbeats for a worker while a process is alive, however busy; not while it is suspended (Ctrl+Z). Ends with the
 * process, or with the signal.
 */
export async function heartbeatWhile(lanes: LanePorts, clock: Clock, plan: HeartbeatPlan): Promise<'gone' | 'ended'> {
  const { lane, process, everyMs, signal, onProblem } = plan;
  for (;;) {
    if (signal?.aborted === true) return 'ended';
    const pulse = lanes.machine.pulse(process);
    if (pulse === 'dead') return 'gone';
    if (pulse !== 'stopped') {
      try {
        await lanes.heartbeats.heartbeat(lane, clock.now(), everyMs);
      } catch (error) {
        if (onProblem === undefined) throw error;
        onProblem(error);
      }
    }
    await pause(everyMs, signal);
  }
}

/** Waits, but no longer than until the signal. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(done => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
