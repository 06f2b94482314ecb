import type { Clock } from '../../../platform/clock.js';

/** Min pause between two rounds, in ms, and its min multiple of the last round's duration: git runs in each. */
const shortestPause = 5000;
const pauseFactor = 4;

/** Reads in rounds while someone looks: a request during a round starts another one after it, with a pause between both. */
export class Rounds {
  #timer: NodeJS.Timeout | undefined;
  #running: AbortController | undefined;
  #again = false;
  #endedAt = 0;
  #took = 0;

  /** `read` must not reject; its signal is aborted by `stop`, after which its result no longer counts. */
  constructor(
    private readonly clock: Clock,
    private readonly read: (signal: AbortSignal) => Promise<void>,
    /** Pause before the first round, in ms. */
    private readonly firstDelay = 0,
  ) {}

  request(): void {
    if (this.#timer !== undefined) return;
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    const pause = Math.max(shortestPause, this.#took * pauseFactor);
    const delay = Math.max(this.#endedAt === 0 ? this.firstDelay : 0, this.#endedAt + pause - this.clock.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, delay);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running?.abort();
    this.#running = undefined;
    this.#again = false;
  }

  async #run(): Promise<void> {
    const mine = new AbortController();
    this.#running = mine;
    const started = this.clock.now();
    await this.read(mine.signal);
    if (this.#running !== mine) return;
    this.#running = undefined;
    this.#endedAt = this.clock.now();
    this.#took = this.#endedAt - started;
    if (!this.#again) return;
    this.#again = false;
    this.request();
  }
}
