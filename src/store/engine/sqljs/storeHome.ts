import { basename, dirname, join } from 'node:path';
import { folderBirth } from '../../../platform/folderBirth.js';
import { movedError } from './failure.js';
import { heartbeatsDirectory } from './fileHeartbeats.js';
import { errorCode, type FileNumber, makeFolder, makeFolders, type StoreFileSystem } from './storeFileSystem.js';

interface Folder {
  readonly number: FileNumber;
  /** As of `folderBirth`. */
  readonly born: bigint;
}

function isSame(one: Folder | undefined, other: Folder | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.number === other.number && (one.born === other.born || one.born === 0n || other.born === 0n);
}

/**
 * The folder around a store's own: git's common directory, or whatever a person named. Where it is gone, or another one by
 * now, no store is begun in its place: the repository was moved, and whoever works in it reads and writes elsewhere.
 */
export class StoreHome {
  readonly #directory: string;
  readonly #around: string;
  readonly #files: StoreFileSystem;
  /** The folder around the store as this process first met it. */
  #known: Folder | undefined;

  constructor(directory: string, files: StoreFileSystem) {
    this.#directory = directory;
    this.#around = dirname(directory);
    this.#files = files;
  }

  /** Call where no store is found. Throws STORE_MOVED when the folder around it is not the one that this process met. */
  requireSame(): void {
    const now = this.#look();
    this.#known ??= now;
    if (!isSame(now, this.#known)) throw movedError(this.#directory, now === undefined);
  }

  /** Call where a store was opened: what is around it now is where it belongs. */
  settle(): void {
    this.#known = this.#look();
  }

  /**
   * Makes the store's folder and that of its heartbeats. Folders around it are made for a place that a person named and that was not there
   * before; never a git directory, without which there is no repository. The store's folder may be a link to a folder, that in
   * it may not. Throws STORE_MOVED.
   */
  make(): void {
    if (this.#files.statSync(this.#directory, { throwIfNoEntry: false }) === undefined) {
      this.requireSame();
      const mayMakeAround = this.#known === undefined && !basename(this.#around).endsWith('.git');
      if (mayMakeAround) makeFolders(this.#files, this.#directory);
      else makeFolder(this.#files, this.#directory);
    }
    makeFolder(this.#files, join(this.#directory, heartbeatsDirectory));
  }

  #look(): Folder | undefined {
    try {
      const stat = this.#files.statSync(this.#around, { bigint: true, throwIfNoEntry: false });
      return stat && { number: `${stat.dev}:${stat.ino}`, born: folderBirth(stat) };
    } catch (error) {
      if (errorCode(error) !== 'ENOTDIR') throw error;
      return undefined;
    }
  }
}
