import type { Clock } from '../../../platform/clock.js';
import { throttle } from '../../../platform/throttle.js';
import type { RecordSnapshot } from '../../../protocol/recordContract.js';
import type { LoadedRecord } from './readRecord.js';

interface RecordFeedOptions {
  /** Reads the record; never rejects: a failure is a state too. */
  load(): Promise<LoadedRecord>;
  push(snapshot: RecordSnapshot): void;
  readonly clock: Clock;
}

/** Max share of the time spent reading; min interval between reads and min delay of the timer, in ms. */
const loadShare = 1 / 4;
const shortestInterval = 100;
const shortestTimer = 250;
const maxTimerMs = 2 ** 31 - 1;

/** Keeps the page of one record up to date while it is awake; asleep it reads nothing and has no timer. */
export class RecordFeed {
  readonly #options: RecordFeedOptions;
  readonly #refresh: () => Promise<void>;
  #loaded: LoadedRecord | undefined;
  #revision = 0;
  #isAwake = false;
  #soon: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #notBefore = 0;

  constructor(options: RecordFeedOptions) {
    this.#options = options;
    this.#refresh = throttle(() => this.#load());
  }

  get loaded(): LoadedRecord | undefined {
    return this.#loaded;
  }

  /** Wakes up and reads the page; later snapshots are pushed. */
  async open(): Promise<RecordSnapshot> {
    this.#isAwake = true;
    await this.#refresh();
    if (this.#loaded === undefined) throw new Error('The record was not read.');
    return { revision: this.#revision, state: this.#loaded.state };
  }

  refreshSoon(): void {
    if (!this.#isAwake) return;
    this.#soon ??= setTimeout(
      () => {
        this.#soon = undefined;
        void this.#refresh();
      },
      Math.max(0, this.#notBefore - this.#options.clock.now()),
    );
  }

  sleep(): void {
    this.#isAwake = false;
    clearTimeout(this.#soon);
    clearTimeout(this.#timer);
    this.#soon = undefined;
  }

  async #load(): Promise<void> {
    const { clock, load, push } = this.#options;
    const started = clock.now();
    const loaded = await load();
    this.#notBefore = started + Math.max(shortestInterval, (clock.now() - started) / loadShare);
    const before = this.#loaded;
    this.#loaded = loaded;
    const isNew = JSON.stringify(loaded.state) !== JSON.stringify(before?.state);
    if (isNew) this.#revision += 1;
    if (!this.#isAwake) return;
    if (isNew && before !== undefined) push({ revision: this.#revision, state: loaded.state });
    this.#wakeAt(loaded.nextChangeAt);
  }

  #wakeAt(time: number | undefined): void {
    clearTimeout(this.#timer);
    if (time === undefined) return;
    const wait = Math.min(Math.max(time - this.#options.clock.now(), shortestTimer), maxTimerMs);
    this.#timer = setTimeout(() => this.refreshSoon(), wait);
    this.#timer.unref?.();
  }
}
