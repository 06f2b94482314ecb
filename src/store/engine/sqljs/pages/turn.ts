import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { closeQuietly, errorCode, openPlainFile, type StoreFileSystem, unlinkQuietly } from '../storeFileSystem.js';

const turnName = 'turn';
/** First and max wait between two checks of another process's turn, in ms. */
const firstWaitMs = 0.3;
const lastWaitMs = 3;
/**
 * A turn without renewal for this long is stale: its process died or is suspended, in ms. Each loss of its holder extends it by the same
 * time: computing without a statement in between may take the holder longer.
 */
const staleMs = 300;
/** Max losses that count. */
const maxCounted = 9;
/** Renewal interval of a long transaction, in ms. */
const renewMs = 50;
/** Max wait for a turn, in ms: continuing without one only causes more repetitions. */
const patienceMs = 10_000;

/**
 * An advisory lock for writing: the log decides who was first, and the loser repeats its work. To make that rare, processes that have seen
 * others write take turns. A wrong answer costs a repetition, never a commit, so there are no pids to check and no process to be declared
 * dead.
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

  /** Returns true while another process has the turn, or has died with it. */
  isOfAnother(): boolean {
    return this.#handle === undefined && this.#look() !== '';
  }

  /**
   * Waits for the turn with a timeout; returns without it if its file cannot be created, because writing does not require it. `losses`
   * counts how often this work was overtaken; `meanwhile` runs at each check.
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

  /** Shows that this process is working; cheap enough to call between statements. */
  renew(): void {
    if (this.#handle === undefined || performance.now() - this.#renewed < renewMs) return;
    this.#renewed = performance.now();
    this.#write('.');
  }

  give(): void {
    // Keep another's file that took this turn for stale: without it, several would get the turn at once.
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
      // Without this mark, others may go first.
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

  /** Returns a text that changes if another process takes or renews the turn; empty while it is free. */
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
