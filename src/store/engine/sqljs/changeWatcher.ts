import { type FSWatcher, watch } from 'node:fs';
import type { StoreFileSystem } from './storeFileSystem.js';

/** How often the log's size is checked while someone listens, ms; one system call each. */
const pollMs = 300;
/** Changes within this time are reported once, ms. */
const debounceMs = 15;

/**
 * Notifies listeners of commits by any process. `fs.watch` is quick but silent on some mounts, so the
 * signature is polled as well. Neither runs while no one listens.
 */
export class ChangeWatcher {
  readonly #directory: string;
  readonly #signature: () => string;
  readonly #listeners = new Set<() => void>();
  #watcher: FSWatcher | undefined;
  #poll: NodeJS.Timeout | undefined;
  #telling: NodeJS.Timeout | undefined;
  #last = '';

  /** `signature` is any text that differs after each commit, cheap to make. */
  constructor(directory: string, signature: () => string) {
    this.#directory = directory;
    this.#signature = signature;
  }

  /** Adds a listener; the returned function removes it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  /** Looks now; for commits of this process. */
  look(): void {
    if (this.#listeners.size === 0) return;
    this.#watchDirectory();
    const now = this.#signature();
    if (now === this.#last) return;
    this.#last = now;
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      for (const listener of [...this.#listeners]) listener();
    }, debounceMs).unref();
  }

  close(): void {
    this.#listeners.clear();
    this.#stop();
  }

  #start(): void {
    this.#last = this.#signature();
    this.#watchDirectory();
    this.#poll = setInterval(() => this.look(), pollMs).unref();
  }

  #stop(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    if (this.#poll !== undefined) clearInterval(this.#poll);
    if (this.#telling !== undefined) clearTimeout(this.#telling);
    this.#poll = undefined;
    this.#telling = undefined;
  }

  /** The directory may not exist yet: each look tries again until it does. */
  #watchDirectory(): void {
    if (this.#watcher !== undefined) return;
    try {
      this.#watcher = watch(this.#directory, { persistent: false }, () => this.look());
      this.#watcher.on('error', () => {
        this.#watcher?.close();
        this.#watcher = undefined;
      });
    } catch {
      // Polling continues alone.
    }
  }
}

/** Size and time of a file or directory as a text that changes with it; `-` when it is not there. */
export function statSignature(files: StoreFileSystem, path: string): string {
  const stat = files.statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? '-' : `${stat.size}:${stat.mtimeMs}`;
}
