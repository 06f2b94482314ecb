import { join } from 'node:path';
import { type HeartbeatIndex, heartbeatKey } from '../../../domain/workItem/lease.js';
import type { Heartbeat, Heartbeats } from '../../store.js';
import { explainFailure } from './failure.js';
import {
  errorCode,
  isOwnFolder,
  makeFolder,
  retryWhileBusy,
  type StoreFileSystem,
  unlinkQuietly,
} from './storeFileSystem.js';

export const heartbeatsDirectory = 'beats';

const namePattern = /^([0-9A-Z]{26})\.(\d+)\.(\d+)$/;

/** File names `<work item>.<token>.<until>`: one rename to write, one listing to read, and no growth of the log. */
export class FileHeartbeats implements Heartbeats {
  readonly #store: string;
  readonly #directory: string;
  readonly #files: StoreFileSystem;

  constructor(storeDirectory: string, files: StoreFileSystem) {
    this.#store = storeDirectory;
    this.#directory = join(storeDirectory, heartbeatsDirectory);
    this.#files = files;
  }

  async put(heartbeat: Heartbeat): Promise<void> {
    this.#explained('write', () => this.#put(heartbeat));
  }

  #put(heartbeat: Heartbeat): void {
    // Not the store's own folder: without it there is no claim to keep.
    makeFolder(this.#files, this.#directory);
    const path = join(this.#directory, `${heartbeat.workItemId}.${heartbeat.token}.${Math.round(heartbeat.until)}`);
    const earlier = this.#names().filter(name => name.startsWith(`${heartbeat.workItemId}.`));
    const same = earlier.find(name => name.startsWith(`${heartbeat.workItemId}.${heartbeat.token}.`));
    if (same !== undefined) {
      try {
        retryWhileBusy(() => this.#files.renameSync(join(this.#directory, same), path));
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error;
        this.#create(path);
      }
    } else this.#create(path);
    for (const name of earlier) {
      // Removes heartbeats of earlier claims; keeps a later claim's, however late this holder is.
      if (name !== same && Number(name.split('.')[1]) <= heartbeat.token && join(this.#directory, name) !== path) {
        unlinkQuietly(this.#files, join(this.#directory, name));
      }
    }
  }

  async drop(workItemId: string): Promise<void> {
    for (const name of this.#explained('read', () => this.#names())) {
      if (name.startsWith(`${workItemId}.`)) unlinkQuietly(this.#files, join(this.#directory, name));
    }
  }

  async all(): Promise<HeartbeatIndex> {
    return this.list();
  }

  /** Synchronous, for callbacks that may not await. */
  list(): HeartbeatIndex {
    const index = new Map<string, number>();
    for (const name of this.#explained('read', () => this.#names())) {
      const match = namePattern.exec(name);
      if (match?.[1] === undefined) continue;
      const key = heartbeatKey(match[1], Number(match[2]));
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
      // Another process wrote the same heartbeat.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }

  #names(): readonly string[] {
    try {
      const names = this.#files.readdirSync(this.#directory);
      return names.length > 0 && isOwnFolder(this.#files, this.#directory) ? names : [];
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}
