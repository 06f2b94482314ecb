import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { closeQuietly, errorCode, openPlainFile, type StoreFileSystem, unlinkQuietly } from '../storeFileSystem.js';

const turnName = 'turn';
/** Between two looks at a turn that another has, ms: from the first to the last, and then no longer. */
const firstWaitMs = 0.3;
const lastWaitMs = 3;
/**
 * A turn that nobody has renewed for so long is of a process that died or sleeps, ms. Who was overtaken gets more, the same again
 * for each time: what it computes without a statement in between may take it longer than this.
 */
const staleMs = 300;
/** At most so many times are counted. */
const maxCounted = 9;
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

  /** False also once another process took the turn for stale. */
  get isHeld(): boolean {
    if (this.#handle !== undefined && !this.#isOurs(this.#handle)) this.#close();
    return this.#handle !== undefined;
  }

  /** True while another process has the turn, or has died with it. */
  isOfAnother(): boolean {
    return this.#handle === undefined && this.#look() !== '';
  }

  /**
   * Waits for the turn, but not for ever, and not where the file of it cannot be made: what is written needs no turn. `losses` is how
   * often what is to be written was overtaken; `meanwhile` is done at each look.
   */
  async take(losses: number, meanwhile: () => void): Promise<void> {
    const until = performance.now() + patienceMs;
    let wait = firstWaitMs;
    let seen = '';
    let since = performance.now();
    while (this.#handle === undefined) {
      if (this.#tryTake(losses) !== 'taken') return;
      const now = performance.now();
      if (now > until) return;
      const shown = this.#look();
      if (shown !== seen) {
        seen = shown;
        since = now;
      } else if (shown !== '' && now - since > staleMs && now - since > staleMs * (1 + this.#lossesOfHolder())) {
        unlinkQuietly(this.#files, this.#path);
        since = now;
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
    this.#write('.');
  }

  give(): void {
    // The file of another that took it for stale stays: without it, any number would have the turn at once.
    if (this.isHeld) unlinkQuietly(this.#files, this.#path);
    this.#close();
  }

  #close(): void {
    if (this.#handle !== undefined) closeQuietly(this.#files, this.#handle);
    this.#handle = undefined;
  }

  #isOurs(handle: number): boolean {
    try {
      return this.#stat()?.ino === this.#files.fstatSync(handle).ino;
    } catch {
      return false;
    }
  }

  #tryTake(losses: number): 'ours' | 'taken' | 'impossible' {
    try {
      this.#handle = this.#files.openSync(this.#path, 'wx', 0o600);
    } catch (error) {
      const isOfOther = errorCode(error) === 'EEXIST' && this.#stat()?.isFile() !== false;
      return isOfOther ? 'taken' : 'impossible';
    }
    this.#renewed = performance.now();
    if (losses > 0) this.#write(String(Math.min(losses, maxCounted)));
    return 'ours';
  }

  #write(text: string): void {
    if (this.#handle === undefined) return;
    try {
      this.#files.writeSync(this.#handle, Buffer.from(text));
    } catch {
      // Without it, others may go first.
    }
  }

  #lossesOfHolder(): number {
    try {
      const handle = openPlainFile(this.#files, this.#path);
      if (handle === undefined) return 0;
      try {
        const first = Buffer.alloc(1);
        this.#files.readSync(handle, first, 0, 1, 0);
        return Number(first.toString()) || 0;
      } finally {
        closeQuietly(this.#files, handle);
      }
    } catch {
      return 0;
    }
  }

  /** A text that changes when another takes the turn, or renews it; empty where nobody has it. */
  #look(): string {
    const stat = this.#stat();
    return stat?.isFile() === true ? `${stat.ino}:${stat.size}` : '';
  }

  #stat(): Stats | undefined {
    try {
      return this.#files.lstatSync(this.#path, { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  }
}
