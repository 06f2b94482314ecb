import type { Clock } from '../../../platform/clock.js';

/** Min multiple of a read's duration as the pause after it: each read runs git. */
const pauseFactor = 4;

/** Time in ms for a page to be drawn first: git would compete with it for the processor. */
export const afterDrawing = 500;

interface Pauses {
  /** Min pause between two reads, in ms. */
  readonly shortest?: number;
  /** Pause before the first read, in ms. */
  readonly first?: number;
}

/** Runs a slow read for a visible page: one at a time, with a pause in between and the last value meanwhile. */
export class SlowReading<Value> {
  #value: Value | undefined;
  #running: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #again = false;
  #notBefore: number | undefined;

  /** `read` must not reject; `changed` is called after each read. */
  constructor(
    private readonly clock: Clock,
    private readonly read: (signal: AbortSignal) => Promise<Value>,
    private readonly changed: () => void,
    private readonly pauses: Pauses = {},
  ) {}

  /** The last value; undefined before the first read has ended. */
  get value(): Value | undefined {
    return this.#value;
  }

  request(): void {
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    const delay = this.#notBefore === undefined ? (this.pauses.first ?? 0) : this.#notBefore - this.clock.now();
    this.#timer ??= setTimeout(() => void this.#readNow(), Math.max(0, delay));
  }

  /** Cancels reading until the next `request`. */
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
    this.#notBefore = ended + Math.max(this.pauses.shortest ?? 2000, (ended - started) * pauseFactor);
    this.changed();
    if (!this.#again) return;
    this.#again = false;
    this.request();
  }
}
