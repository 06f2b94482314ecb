import type { Log } from '../../../platform/log.js';
import type { CheckpointPolicy } from './openSqljsStore.js';

/** Part of the log that is not in a base. */
export interface Backlog {
  readonly bytes: number;
  readonly records: number;
}

export interface CheckpointTarget {
  backlog(): Backlog;
  /** Takes the mutex and starts a new log if `isDue` is still true; returns false otherwise. */
  checkpoint(isDue: () => boolean): Promise<boolean>;
}

/** After a failure, ms. */
const retryAfterMs = 30_000;

/** Runs due checkpoints in the background. */
export class CheckpointSchedule {
  readonly #policy: CheckpointPolicy;
  readonly #waitsIdle: boolean;
  readonly #log: Log;
  readonly #target: CheckpointTarget;
  #idle: NodeJS.Timeout | undefined;
  #running = false;
  #stopped = false;
  #nextTry = 0;

  /** `waitsIdle`: also checkpoints while idle, for long-running processes. */
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

  /** Waits after a failure: retries at each commit do not help on a full disk. */
  #run(isDue: () => boolean): void {
    if (this.#stopped || this.#running || performance.now() < this.#nextTry) return;
    this.#running = true;
    // Checked again under the mutex: another process may have done it.
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
