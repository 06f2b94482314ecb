import type { Log } from '../../../platform/log.js';
import type { CheckpointPolicy } from './openSqljsStore.js';

/** How much of the log is not in a base yet. */
export interface Backlog {
  readonly bytes: number;
  readonly records: number;
}

export interface CheckpointTarget {
  backlog(): Backlog;
  /** Waits for its turn and begins a new log if `isDue` still says so; false when there was nothing to do. */
  checkpoint(isDue: () => boolean): Promise<boolean>;
}

/** After a checkpoint that failed, ms. */
const retryAfterMs = 30_000;

/** Decides after each commit whether a checkpoint is due, and makes one in the background. */
export class CheckpointSchedule {
  readonly #policy: CheckpointPolicy;
  readonly #waitsIdle: boolean;
  readonly #log: Log;
  readonly #target: CheckpointTarget;
  #idle: NodeJS.Timeout | undefined;
  #running = false;
  #stopped = false;
  #nextTry = 0;

  /** `waitsIdle`: a process that stays may also use the time when nothing happens. */
  constructor(policy: CheckpointPolicy, waitsIdle: boolean, log: Log, target: CheckpointTarget) {
    this.#policy = policy;
    this.#waitsIdle = waitsIdle;
    this.#log = log;
    this.#target = target;
  }

  afterCommit(): void {
    if (this.#idle !== undefined) clearTimeout(this.#idle);
    this.#idle = undefined;
    if (this.#isDue()) this.#run(() => this.#isDue());
    else if (this.#waitsIdle && this.#isWorthIdleTime() && !this.#stopped) {
      this.#idle = setTimeout(() => this.#run(() => this.#isWorthIdleTime()), this.#policy.idleMs).unref();
    }
  }

  isDueAtClose(): boolean {
    return this.#target.backlog().records > this.#policy.closeRecords;
  }

  stop(): void {
    this.#stopped = true;
    if (this.#idle !== undefined) clearTimeout(this.#idle);
  }

  #isDue(): boolean {
    const { bytes, records } = this.#target.backlog();
    return bytes > this.#policy.bytes || records > this.#policy.records;
  }

  #isWorthIdleTime(): boolean {
    return this.#target.backlog().bytes > this.#policy.idleBytes;
  }

  /** One at a time, and not again at once after one that failed: a full disk gains nothing from being retried at each commit. */
  #run(isDue: () => boolean): void {
    if (this.#stopped || this.#running || performance.now() < this.#nextTry) return;
    this.#running = true;
    // By the time it is its turn, another process may have done it: then it is not due any more.
    this.#target
      .checkpoint(isDue)
      .catch(error => {
        this.#nextTry = performance.now() + retryAfterMs;
        this.#log.warn(`Could not write a checkpoint: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => {
        this.#running = false;
      });
  }
}
