import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { closeQuietly, errorCode, openPlainFile, type StoreFileSystem, unlinkQuietly } from '../storeFileSystem.js';

const turnName = 'turn';
/** First and max wait between two checks, ms. */
const firstWaitMs = 0.3;
const lastWaitMs = 3;
/** Age of a stale turn, ms: its process died or is suspended. Each loss extends it: computing may take the holder longer. */
const staleMs = 300;
/** Max losses that count. */
const maxCounted = 9;
/** Renewal interval, ms. */
const renewMs = 50;
/** Max wait for a turn, ms: continuing without one only causes more repetitions. */
const patienceMs = 10_000;

/**
 * Advisory lock for writing: the log decides who was first, and the loser repeats its work, which turns make rare. An error
 * costs a repetition, never a commit, so pids are not checked.
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
   * Continues without the turn after a timeout or without its file. `losses` are earlier ones; `meanwhile` runs at each check.
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

  /** Cheap enough to call between statements. */
  renew(): void {
    if (this.#handle === undefined || performance.now() - this.#renewed < renewMs) return;
    this.#renewed = performance.now();
    this.#write('.');
  }

  give(): void {
    // Keeps another's file that took this turn for stale: without it, several would get the turn at once.
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

  /** Changes if another process takes or renews the turn; empty while it is free. */
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
