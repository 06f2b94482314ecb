import { join } from 'node:path';
import { closeQuietly, errorCode, type StoreFileSystem, unlinkQuietly } from '../storeFileSystem.js';

const turnName = 'turn';
/** Between two looks at a turn that another has, ms: from the first to the last, and then no longer. */
const firstWaitMs = 0.3;
const lastWaitMs = 3;
/** A turn that nobody has renewed for so long is of a process that died or sleeps, ms. */
const staleMs = 300;
/** A long transaction renews its turn so often, ms. */
const renewMs = 50;
/** After this a turn is not waited for any more, ms: whoever goes on without only repeats its work more often. */
const patienceMs = 10_000;

/**
 * Whose turn it is to write, as advice: the log decides who was first, and who was not does its work again. So that this is rare, those
 * who have seen others write take turns. A wrong answer costs a repetition, never a commit: there are no pids to look at and
 * nobody to be declared dead.
 */
export class Turn {
  readonly #path: string;
  readonly #files: StoreFileSystem;
  readonly #sleep: (ms: number) => Promise<void> | void;
  #handle: number | undefined;
  #renewed = 0;

  constructor(directory: string, files: StoreFileSystem, sleep: (ms: number) => Promise<void> | void) {
    this.#path = join(directory, turnName);
    this.#files = files;
    this.#sleep = sleep;
  }

  get isHeld(): boolean {
    return this.#handle !== undefined;
  }

  /** Waits for the turn; `meanwhile` is done at each look. */
  async take(meanwhile: () => void): Promise<void> {
    const until = performance.now() + patienceMs;
    let wait = firstWaitMs;
    let seen = '';
    let since = performance.now();
    while (this.#handle === undefined && !this.#tryTake()) {
      const now = performance.now();
      if (now > until) return;
      const shown = this.#look();
      if (shown !== seen) {
        seen = shown;
        since = now;
      } else if (now - since > staleMs) {
        unlinkQuietly(this.#files, this.#path);
        continue;
      }
      await this.#sleep(wait * (0.5 + Math.random()));
      wait = Math.min(wait * 1.5, lastWaitMs);
      meanwhile();
    }
  }

  /** Shows that this process is at work; cheap, for between two statements. */
  renew(): void {
    if (this.#handle === undefined || performance.now() - this.#renewed < renewMs) return;
    this.#renewed = performance.now();
    try {
      this.#files.writeSync(this.#handle, Buffer.from('.'));
    } catch {
      // Without it, others may go first.
    }
  }

  give(): void {
    if (this.#handle === undefined) return;
    closeQuietly(this.#files, this.#handle);
    this.#handle = undefined;
    unlinkQuietly(this.#files, this.#path);
  }

  #tryTake(): boolean {
    try {
      this.#handle = this.#files.openSync(this.#path, 'wx', 0o600);
      this.#renewed = performance.now();
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  }

  /** A text that changes when another takes the turn, or renews it. */
  #look(): string {
    const stat = this.#files.statSync(this.#path, { throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.ino}:${stat.size}`;
  }
}
