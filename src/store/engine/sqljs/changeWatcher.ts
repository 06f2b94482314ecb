import { type FSWatcher, watch } from 'node:fs';
import type { StoreFileSystem } from './storeFileSystem.js';

/** Poll interval with listeners, ms; one system call each. */
const pollMs = 300;
/** Time within which changes are reported once, ms. */
const debounceMs = 15;

/** Reports commits of any process. `fs.watch` reports nothing on some mounts, so a signature is also polled. */
export class ChangeWatcher {
  readonly #directory: string;
  readonly #signature: () => string;
  readonly #listeners = new Set<() => void>();
  #watcher: FSWatcher | undefined;
  #poll: NodeJS.Timeout | undefined;
  #telling: NodeJS.Timeout | undefined;
  #last = '';

  /** `signature` is cheap and changes with each commit. */
  constructor(directory: string, signature: () => string) {
    this.#directory = directory;
    this.#signature = signature;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  /** Checks immediately, after commits of this process. */
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

  /** Retried at each check: the directory may not exist yet. */
  #watchDirectory(): void {
    if (this.#watcher !== undefined) return;
    try {
      this.#watcher = watch(this.#directory, { persistent: false }, () => this.look());
      this.#watcher.on('error', () => {
        this.#watcher?.close();
        this.#watcher = undefined;
      });
    } catch {
      // Polling continues.
    }
  }
}

/** Size and mtime; `-` if the file is missing. */
export function statSignature(files: StoreFileSystem, path: string): string {
  const stat = files.statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? '-' : `${stat.size}:${stat.mtimeMs}`;
}
