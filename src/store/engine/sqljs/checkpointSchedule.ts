import type { Log } from '../../../platform/log.js';
import type { CheckpointPolicy } from './openSqljsStore.js';

/** The part of the log that is not in a base yet. */
export interface Backlog {
  readonly bytes: number;
  readonly records: number;
}

export interface CheckpointTarget {
  backlog(): Backlog;
  /** Takes the mutex and starts a new log if `isDue` is still true; false if there was nothing to do. */
  checkpoint(isDue: () => boolean): Promise<boolean>;
}

/** Delay after a failed checkpoint, in ms. */
const retryAfterMs = 30_000;

/** Decides after each commit if a checkpoint is due, and runs it in the background. */
export class CheckpointSchedule {
  readonly #policy: CheckpointPolicy;
  readonly #waitsIdle: boolean;
  readonly #log: Log;
  readonly #target: CheckpointTarget;
  #idle: NodeJS.Timeout | undefined;
  #running = false;
  #stopped = false;
  #nextTry = 0;

  /** `waitsIdle`: for long-running processes, which may also checkpoint while idle. */
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

  /** Runs one at a time, with a delay after a failure: retrying at each commit does not help on a full disk. */
  #run(isDue: () => boolean): void {
    if (this.#stopped || this.#running || performance.now() < this.#nextTry) return;
    this.#running = true;
    // Another process may have done it meanwhile, so check again under the mutex.
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
