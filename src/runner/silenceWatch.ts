import type { AgentUpdate } from '../backends/agentProgram.js';
import type { SilenceLimits } from '../domain/agentSession/silenceLimits.js';
import { alertIn } from '../domain/worker/logAlert.js';
import { mayChange } from './toolKinds.js';

/** Longest time between two looks that counts, ms: after a longer one this process itself was paused. */
const pauseMs = 10_000;

/** Longest notice of a limit, in characters. */
const maxNotice = 1000;

export type Silence =
  | { readonly state: 'speaks' }
  | { readonly state: 'silent'; readonly ms: number }
  /** `never`: it said nothing at all; `idle`: it spoke, but changed nothing. */
  | { readonly state: 'stalled'; readonly how: 'never' | 'silent' | 'idle'; readonly ms: number };

/** Follows when an agent last spoke, and when it last got on; by a clock that cannot be set. */
export class SilenceWatch {
  readonly #limits: SilenceLimits;
  readonly #elapsed: () => number;
  readonly #running = new Map<string, string>();
  #spokeAt: number;
  #progressAt: number;
  #hasSpoken = false;
  #lookedAt: number;

  constructor(limits: SilenceLimits, elapsed: () => number) {
    this.#limits = limits;
    this.#elapsed = elapsed;
    this.#lookedAt = elapsed();
    this.#spokeAt = this.#lookedAt;
    this.#progressAt = this.#lookedAt;
  }

  /** Begins a turn: the time between turns is not the agent's. */
  turnBegins(): void {
    this.#lookedAt = this.#elapsed();
    this.#spokeAt = this.#lookedAt;
    this.#progressAt = this.#lookedAt;
    this.#running.clear();
  }

  see(update: AgentUpdate): void {
    // Usage, modes and what is printed beside the protocol come from programs that wait, too.
    if (update.kind === 'usage' || update.kind === 'mode' || update.kind === 'error-output') return;
    const isAlert =
      update.kind === 'message' && update.text.length < maxNotice && alertIn(update.text, 0) !== undefined;
    if (isAlert) return;
    this.#spokeAt = this.#elapsed();
    this.#hasSpoken = true;
    if (update.kind === 'message') this.#progressAt = this.#spokeAt;
    if (update.kind !== 'tool') return;
    const kind = update.tool ?? this.#running.get(update.id) ?? '';
    const isOver = update.state === 'completed' || update.state === 'failed';
    if (isOver) this.#running.delete(update.id);
    else this.#running.set(update.id, kind);
    if (isOver && mayChange(kind)) this.#progressAt = this.#spokeAt;
  }

  /** To be called about once a second. `isWaiting`: for a person's answer. */
  look(isWaiting: boolean): Silence {
    const now = this.#elapsed();
    const passed = now - this.#lookedAt;
    this.#lookedAt = now;
    const excused = isWaiting ? passed : passed > pauseMs ? passed - pauseMs : 0;
    this.#spokeAt = Math.min(now, this.#spokeAt + excused);
    this.#progressAt = Math.min(now, this.#progressAt + excused);
    const { silentMs, stalledMs, neverMs, idleMs } = this.#limits;
    const [silent, idle] = [now - this.#spokeAt, now - this.#progressAt];
    if (!this.#hasSpoken && silent >= neverMs) return { state: 'stalled', how: 'never', ms: silent };
    if (silent >= (this.#running.size > 0 ? Math.max(stalledMs, idleMs) : stalledMs))
      return { state: 'stalled', how: 'silent', ms: silent };
    if (idle >= idleMs && this.#running.size === 0) return { state: 'stalled', how: 'idle', ms: idle };
    return silent >= silentMs ? { state: 'silent', ms: silent } : { state: 'speaks' };
  }
}
