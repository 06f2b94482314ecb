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

/** The store's parent folder. If it is gone or replaced, the repository was moved, and no store may be created there. */
export class StoreHome {
  readonly #directory: string;
  readonly #around: string;
  readonly #files: StoreFileSystem;
  /** Parent folder as first seen by this process. */
  #known: Folder | undefined;

  constructor(directory: string, files: StoreFileSystem) {
    this.#directory = directory;
    this.#around = dirname(directory);
    this.#files = files;
  }

  /** Throws STORE_MOVED if the parent folder is another one. Call if no store is found. */
  requireSame(): void {
    const now = this.#look();
    this.#known ??= now;
    if (!isSame(now, this.#known)) throw movedError(this.#directory, now === undefined);
  }

  /** Accepts the current parent folder. Call once a store was opened. */
  settle(): void {
    this.#known = this.#look();
  }

  /**
   * Creates the store's folder and its heartbeats folder, which may not be a link. Creates parents only for a named place, not
   * for
   * a git directory, without which there is no repository. Throws STORE_MOVED.
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
