import { join } from 'node:path';
import { type BeatIndex, beatKey } from '../../../domain/workItem/lease.js';
import type { Beat, Beats } from '../../store.js';
import { explainFailure } from './failure.js';
import {
  errorCode,
  isOwnFolder,
  makeFolder,
  retryWhileBusy,
  type StoreFileSystem,
  unlinkQuietly,
} from './storeFileSystem.js';
import { beatsDirectory } from './storeLayout.js';

const namePattern = /^([0-9A-Z]{26})\.(\d+)\.(\d+)$/;

/**
 * Signs of life as file names, `<work item>.<token>.<until>`: a beat is one rename, reading all of them one directory
 * listing, and the journal does not grow.
 */
export class FileBeats implements Beats {
  readonly #store: string;
  readonly #directory: string;
  readonly #files: StoreFileSystem;

  constructor(storeDirectory: string, files: StoreFileSystem) {
    this.#store = storeDirectory;
    this.#directory = join(storeDirectory, beatsDirectory);
    this.#files = files;
  }

  async put(beat: Beat): Promise<void> {
    this.#explained('write', () => this.#put(beat));
  }

  #put(beat: Beat): void {
    // Not the store's own folder: where that is gone, no claim is left to keep.
    makeFolder(this.#files, this.#directory);
    const path = join(this.#directory, `${beat.workItemId}.${beat.token}.${Math.round(beat.until)}`);
    const earlier = this.#names().filter(name => name.startsWith(`${beat.workItemId}.`));
    const same = earlier.find(name => name.startsWith(`${beat.workItemId}.${beat.token}.`));
    if (same !== undefined) {
      try {
        retryWhileBusy(() => this.#files.renameSync(join(this.#directory, same), path));
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error;
        this.#create(path);
      }
    } else this.#create(path);
    for (const name of earlier) {
      // Beats of earlier claims go; a later claim's beat stays, however late this holder is.
      if (name !== same && Number(name.split('.')[1]) <= beat.token && join(this.#directory, name) !== path) {
        unlinkQuietly(this.#files, join(this.#directory, name));
      }
    }
  }

  async drop(workItemId: string): Promise<void> {
    for (const name of this.#explained('read', () => this.#names())) {
      if (name.startsWith(`${workItemId}.`)) unlinkQuietly(this.#files, join(this.#directory, name));
    }
  }

  async all(): Promise<BeatIndex> {
    return this.list();
  }

  /** All beats there are, at once: for callbacks that may not let time pass. */
  list(): BeatIndex {
    const index = new Map<string, number>();
    for (const name of this.#explained('read', () => this.#names())) {
      const match = namePattern.exec(name);
      if (match?.[1] === undefined) continue;
      const key = beatKey(match[1], Number(match[2]));
      index.set(key, Math.max(index.get(key) ?? 0, Number(match[3])));
    }
    return index;
  }

  #explained<T>(doing: 'read' | 'write', act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw explainFailure(error, this.#store, doing);
    }
  }

  #create(path: string): void {
    try {
      this.#files.closeSync(this.#files.openSync(path, 'wx', 0o600));
    } catch (error) {
      // The same beat, of another process.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }

  #names(): readonly string[] {
    try {
      const names = this.#files.readdirSync(this.#directory);
      return isOwnFolder(this.#files, this.#directory) ? names : [];
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}
