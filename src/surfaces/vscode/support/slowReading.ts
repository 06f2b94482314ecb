import type { Clock } from '../../../platform/clock.js';

/** Between two readings at least so long, in ms, and so many times what the last one took: git runs each time. */
const shortestPause = 2000;
const pauseFactor = 4;

/** Reads something that takes long while someone looks: one reading at a time, at rest in between, the last value in the meantime. */
export class SlowReading<Value> {
  #value: Value | undefined;
  #running: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #again = false;
  #notBefore = 0;

  /** `read` never rejects; `changed` is called after each reading. */
  constructor(
    private readonly clock: Clock,
    private readonly read: (signal: AbortSignal) => Promise<Value>,
    private readonly changed: () => void,
  ) {}

  /** What was read last; undefined before the first reading has ended. */
  get value(): Value | undefined {
    return this.#value;
  }

  /** It may have changed. */
  request(): void {
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    this.#timer ??= setTimeout(() => void this.#readNow(), Math.max(0, this.#notBefore - this.clock.now()));
  }

  /** Ends what runs, until the next `request`. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running?.abort();
    this.#running = undefined;
    this.#again = false;
  }

  async #readNow(): Promise<void> {
    this.#timer = undefined;
    const mine = new AbortController();
    this.#running = mine;
    const started = this.clock.now();
    const value = await this.read(mine.signal);
    if (this.#running !== mine) return;
    this.#running = undefined;
    this.#value = value;
    const ended = this.clock.now();
    this.#notBefore = ended + Math.max(shortestPause, (ended - started) * pauseFactor);
    this.changed();
    if (!this.#again) return;
    this.#again = false;
    this.request();
  }
}
