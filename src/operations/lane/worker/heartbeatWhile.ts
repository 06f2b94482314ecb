import type { LanePorts } from '../../../git/lane/openLanes.js';
import type { Clock } from '../../../platform/clock.js';
import type { ShellState } from '../../../platform/shellProgram.js';

type Pulse = 'alive' | 'stopped' | 'dead' | 'unknown';

export interface HeartbeatPlan {
  readonly lane: string;
  /** Called `looksPerBeat` times between heartbeats. */
  readonly pulse: () => Pulse | Promise<Pulse>;
  readonly looksPerBeat?: number;
  readonly everyMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called for a heartbeat that was not written; without it, the error ends the heartbeats. */
  readonly onProblem?: (error: unknown) => void;
}

/** Sends heartbeats while a worker's program is alive and not suspended (Ctrl+Z). Ends with the program or the signal. */
export async function heartbeatWhile(lanes: LanePorts, clock: Clock, plan: HeartbeatPlan): Promise<'gone' | 'ended'> {
  const { lane, pulse, looksPerBeat = 1, everyMs, signal, onProblem } = plan;
  // The first is due at once, and the next as soon as a suspended program resumes.
  for (let looks = looksPerBeat; ; looks += 1) {
    if (signal?.aborted === true) return 'ended';
    const now = await pulse();
    if (now === 'dead') return 'gone';
    if (now !== 'stopped' && looks >= looksPerBeat) {
      looks = 0;
      try {
        await lanes.heartbeats.heartbeat(lane, clock.now(), everyMs);
      } catch (error) {
        if (onProblem === undefined) throw error;
        onProblem(error);
      }
    }
    await pause(everyMs / looksPerBeat, signal);
  }
}

/** Idle checks in a row that mean the program's end: a shell may be idle for a moment between two programs. */
const idleLooks = 2;

/** State of a program typed into a shell, which may still read its startup files or have started another shell. */
export function pulseInShell(look: () => Promise<ShellState>): () => Promise<Pulse> {
  let hasRun = false;
  let idle = 0;
  return async () => {
    const state = await look();
    if (state === 'gone') return 'dead';
    if (state === 'unknown') return 'unknown';
    idle = state === 'idle' ? idle + 1 : 0;
    hasRun ||= state === 'running';
    if (hasRun && idle >= idleLooks) return 'dead';
    return state === 'idle' || state === 'stopped' ? 'stopped' : 'alive';
  };
}

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
