import { join } from 'node:path';
import { message } from '../../../../messages/message.js';
import {
  describeIdentity,
  identifyThisProcess,
  type Liveness,
  type ProcessIdentity,
} from '../../../../platform/processIdentity.js';
import { StoreError } from '../../../storeError.js';
import {
  closeQuietly,
  errorCode,
  type FileNumber,
  isOwnFolder,
  numberOf,
  retryWhileBusy,
  type StoreFileSystem,
  unlinkQuietly,
} from '../storeFileSystem.js';
import { isIdentity, livenessOf, readIdentity } from './identityFile.js';
import { type LivenessSocket, listenForLiveness, probeLiveness } from './livenessSocket.js';
import { lockName, waitingDirectory } from './storeLayout.js';
import { waitAt } from './waitAt.js';
import { markForm, oldestMark } from './waitingMark.js';

export interface StoreLockOptions {
  readonly directory: string;
  readonly files: StoreFileSystem;
  /** Max wait for another holder, ms. */
  readonly timeoutMs: number;
  readonly sleep: (ms: number) => void | Promise<void>;
  /** Newest format of the store that the holder knows, if later than the lock's own. */
  readonly format?: number;
}

/** Assumed duration of a commit before the first measurement, ms. */
const usualHoldMs = 0.8;
/** Time in which a returning process precedes waiting ones, ms: a handover costs as much as a commit. */
const turnMs = 12;
/** Interval at which a waiter applies commits of others, ms: several at once cost less. */
const gatherMs = 4;
/** First check of a holder that has not moved, and interval, ms. */
const livenessAfterMs = 30;
const livenessEveryMs = 50;
/** Interval of checks even if the lock seems to move, as with file numbers that change at each stat, ms. */
const doubtEveryMs = 1000;
/** Without hard links the lock is created empty; one that stays so is a dead process's. */
const emptyLockMs = 5000;
/** Waits after a refused release or a moved folder, ms; each is twice as long. */
const releaseAgain = { first: 50, longest: 1000 } as const;
/** Error codes of file systems without hard links. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EOPNOTSUPP']);
/** Tokens of closed handles, whose files may be in a moved or copied folder: their locks are free although this process lives. */
const givenUp = new Set<string>();

/**
 * Mutex for writing: `link(proc, lock)` acquires, `unlink(lock)` releases. The lock contains its owner's identity, so that
 * exactly one other process can break it after the owner's death.
 */
export class StoreLock {
  readonly #options: StoreLockOptions;
  readonly #lockPath: string;
  #identity: ProcessIdentity | undefined;
  #identityPath = '';
  #identityInode = 0;
  /** Folder of the identity file; undefined if folder numbers change at each stat. */
  #folder: FileNumber | undefined;
  #lockInode = 0;
  #inUse = false;
  #takenAt = 0;
  #turnEnds = 0;
  /** Moving average of the hold time, ms. */
  #holdMs = usualHoldMs;
  /** After a refused release or a moved folder, the present lock may be our own. */
  #unreleased = false;
  #socket: LivenessSocket | undefined;

  constructor(options: StoreLockOptions) {
    this.#options = options;
    this.#lockPath = join(options.directory, lockName);
  }

  /**
   * Throws LOCK_TIMEOUT with the holder. Waiters leave marks with their arrival: newcomers and holders after their turn queue
   * behind them, and the first one checks most often. `whileWaiting` runs between checks of the first, to shorten the hold.
   */
  async acquire(whileWaiting: () => void = () => {}): Promise<void> {
    const { files, sleep, timeoutMs } = this.#options;
    this.#followFolder();
    const self = this.#introduce();
    const started = performance.now();
    if ((started < this.#turnEnds || !this.#othersWait()) && this.#tryTake()) return this.#taken();
    const mark = this.#markWaiting(self);
    try {
      const deadline = started + timeoutMs;
      let watched: string | undefined;
      let nextLook = started;
      let nextDoubt = started + doubtEveryMs;
      let nextWork = started;
      let place = this.#placeOf(mark);
      for (;;) {
        await sleep(waitAt(place, this.#holdMs) * (0.75 + Math.random() / 2));
        // The first one stays first.
        if (place > 0) place = this.#placeOf(mark);
        if (place === 0 && performance.now() >= nextWork) {
          whileWaiting();
          nextWork = performance.now() + gatherMs;
        }
        // A stat is much cheaper than a failed link.
        const holder = this.#holder();
        if ((holder === undefined || this.#unreleased) && this.#tryTake()) return this.#taken();
        const now = performance.now();
        if (holder !== watched) {
          // The lock changes hands, so its holders are alive.
          watched = holder;
          nextLook = now + livenessAfterMs;
        } else if (now >= nextLook) {
          nextLook = now + livenessEveryMs;
          await this.#breakIfDead(self);
        }
        if (now >= nextDoubt) {
          nextDoubt = now + doubtEveryMs;
          await this.#breakIfDead(self);
        }
        if (now > deadline) throw this.#timeoutError();
      }
    } finally {
      if (mark !== undefined) unlinkQuietly(files, this.#markPath(mark));
    }
  }

  /**
   * Does nothing if the lock is not ours, and never throws. Retries after a refusal or a move of the folder, so that an idle
   * process does not block others.
   */
  release(): void {
    if (this.#inUse) this.#holdMs += (performance.now() - this.#takenAt - this.#holdMs) / 4;
    this.#inUse = false;
    this.#unreleased = !this.#giveBack();
    if (this.#unreleased && this.#identity !== undefined) {
      this.#releaseLater(this.#identity.token, this.#folder, releaseAgain.first);
    }
  }

  /** True if the lock on disk is our own. */
  holds(): boolean {
    const stat = this.#options.files.statSync(this.#lockPath, { throwIfNoEntry: false });
    if (stat === undefined) return false;
    if (this.#lockInode !== 0 && stat.ino === this.#lockInode) return true;
    const owner = this.#readOwner();
    return isIdentity(owner) && owner.token === this.#identity?.token;
  }

  /** Leaves no file behind. */
  close(): void {
    if (this.#unreleased) this.#giveBack();
    this.#unreleased = false;
    this.#socket?.close();
    this.#socket = undefined;
    if (this.#identity !== undefined) {
      givenUp.add(this.#identity.token);
      unlinkQuietly(this.#options.files, this.#identityPath);
    }
    this.#identity = undefined;
    // Another process's file may get this number next.
    this.#lockInode = 0;
  }

  /** Removes identities, sockets, break files and waiting marks of dead processes. Requires the lock. */
  async sweep(names: readonly string[]): Promise<void> {
    const { directory, files } = this.#options;
    const self = this.#introduce();
    for (const name of names) {
      const isProcess = /^proc\.\d+\.[\da-f]+$/.test(name);
      const isSocket = /^proc\.\d+\.[\da-f]+\.sock$/.test(name);
      if (isSocket && !names.includes(name.slice(0, -'.sock'.length))) {
        // Killed between its socket and its identity.
        if ((await probeLiveness(directory, name)) === 'dead') unlinkQuietly(files, join(directory, name));
      }
      if (!isProcess && !name.startsWith('break.')) continue;
      const path = join(directory, name);
      if (name === this.#identityFileName()) continue;
      const owner = readIdentity(files, path);
      if (owner === undefined) continue;
      if (isIdentity(owner) ? (await this.#liveness(owner, self)) !== 'dead' : !this.#olderThan(path, emptyLockMs))
        continue;
      unlinkQuietly(files, path);
      if (isProcess && names.includes(`${name}.sock`)) unlinkQuietly(files, `${path}.sock`);
    }
    const oldest = oldestMark();
    for (const name of this.#waitingNames()) {
      if (name < oldest) unlinkQuietly(files, this.#markPath(name));
    }
  }

  /** Returns false if a retry is needed: it was refused, or the folder is away. */
  #giveBack(): boolean {
    try {
      if (!this.holds()) return this.#isAt(this.#folder);
      retryWhileBusy(() => this.#options.files.unlinkSync(this.#lockPath));
      return true;
    } catch {
      return false;
    }
  }

  /** Removes a lock with this token once its folder is back, unless it was taken again. */
  #releaseLater(token: string, folder: FileNumber | undefined, waitMs: number): void {
    setTimeout(() => {
      const isOurs = token === this.#identity?.token;
      if (isOurs && (this.#inUse || !this.#unreleased)) return;
      let isDone = false;
      try {
        if (!isOurs) this.#removeGivenUp();
        isDone = isOurs ? this.#giveBack() : this.#isAt(folder);
      } catch {
        // The system refused.
      }
      if (!isDone) this.#releaseLater(token, folder, Math.min(waitMs * 2, releaseAgain.longest));
      else if (isOurs) this.#unreleased = false;
    }, waitMs).unref();
  }

  /** Removes a lock with a given-up token, left when the folder was moved or copied. */
  #removeGivenUp(): void {
    const owner = this.#readOwner();
    if (!isIdentity(owner) || !givenUp.has(owner.token)) return;
    retryWhileBusy(() => this.#options.files.unlinkSync(this.#lockPath));
  }

  /** Compares folder numbers; any folder matches if they change at each stat. */
  #isAt(folder: FileNumber | undefined): boolean {
    const now = this.#numberOfFolder();
    return now !== undefined && (folder === undefined || now === folder);
  }

  /** Removes files of given-up identities from a folder that was away. */
  #removeFormer(): void {
    if (givenUp.size === 0) return;
    const { directory, files } = this.#options;
    for (const name of files.readdirSync(directory)) {
      const token = /^proc\.\d+\.([\da-f]+)(?:\.sock)?$/.exec(name)?.[1];
      if (token !== undefined && givenUp.has(token)) unlinkQuietly(files, join(directory, name));
    }
  }

  #identityFileName(): string {
    return this.#identity === undefined ? '' : `proc.${this.#identity.pid}.${this.#identity.token}`;
  }

  /** Writes the identity once: linking it to the lock shows the holder from the first moment. */
  #introduce(): ProcessIdentity {
    if (this.#identity !== undefined) return this.#identity;
    this.#removeFormer();
    const { directory, files, format } = this.#options;
    const bare: ProcessIdentity = { ...identifyThisProcess(), ...(format === undefined ? {} : { format }) };
    const name = `proc.${bare.pid}.${bare.token}`;
    this.#socket = listenForLiveness(directory, `${name}.sock`);
    const identity = this.#socket === undefined ? bare : { ...bare, socket: this.#socket.name };
    const path = join(directory, name);
    try {
      this.#identityInode = this.#writeIdentity(path, identity);
    } catch (error) {
      this.#socket?.close();
      this.#socket = undefined;
      unlinkQuietly(files, path);
      throw error;
    }
    this.#identityPath = path;
    this.#identity = identity;
    const folder = this.#numberOfFolder();
    this.#folder = this.#numberOfFolder() === folder ? folder : undefined;
    return identity;
  }

  /** Identity and socket are valid only in the folder in which they were made. */
  #followFolder(): void {
    if (this.#identity === undefined || this.#folder === undefined || this.#numberOfFolder() === this.#folder) return;
    this.close();
  }

  #numberOfFolder(): FileNumber | undefined {
    const stat = this.#options.files.statSync(this.#options.directory, { throwIfNoEntry: false });
    return stat && numberOf(stat);
  }

  /** Changes when the lock changes hands; undefined while it is free. */
  #holder(): string | undefined {
    const stat = this.#options.files.statSync(this.#lockPath, { throwIfNoEntry: false });
    return stat && `${stat.ino}:${stat.ctimeMs}`;
  }

  #taken(): void {
    this.#inUse = true;
    this.#takenAt = performance.now();
    if (this.#takenAt >= this.#turnEnds) this.#turnEnds = this.#takenAt + turnMs;
  }

  #tryTake(): boolean {
    this.#introduce();
    const inode = this.#putIdentity(this.#lockPath);
    if (inode !== undefined) {
      this.#lockInode = inode;
      return true;
    }
    return this.#unreleased && this.holds();
  }

  /**
   * Links our identity exclusively, or creates the file without hard links. Returns the inode; undefined if the name is taken.
   */
  #putIdentity(path: string): number | undefined {
    const self = this.#introduce();
    const { files } = this.#options;
    try {
      files.linkSync(this.#identityPath, path);
      return this.#identityInode;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return undefined;
      if (code === 'ENOENT') {
        // Another process removed our identity (other clock or namespace): write it again.
        if (files.statSync(this.#identityPath, { throwIfNoEntry: false }) === undefined) {
          this.close();
          this.#introduce();
        }
        return undefined;
      }
      if (code === undefined || !withoutLinks.has(code)) throw error;
    }
    try {
      return this.#writeIdentity(path, self);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return undefined;
      throw error;
    }
  }

  /** Writes an identity completely or not at all. Readable by all: it is no secret. */
  #writeIdentity(path: string, identity: ProcessIdentity): number {
    const { files } = this.#options;
    const bytes = Buffer.from(JSON.stringify(identity));
    const handle = files.openSync(path, 'wx', 0o644);
    try {
      if (files.writeSync(handle, bytes) < bytes.length) {
        throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC', syscall: 'write' });
      }
      return files.fstatSync(handle).ino;
    } catch (error) {
      // A partial identity would count as a dead process's.
      unlinkQuietly(files, path);
      throw error;
    } finally {
      closeQuietly(files, handle);
    }
  }

  /**
   * Breaks a dead owner's lock. Of several processes, only the first to link `break.<owner>.<n>` may, after reading the lock
   * again: otherwise one could delete another's new lock.
   */
  async #breakIfDead(self: ProcessIdentity): Promise<boolean> {
    const { directory, files } = this.#options;
    const owner = this.#readOwner();
    if (owner === undefined) return false;
    const seen = files.statSync(this.#lockPath, { throwIfNoEntry: false });
    if (seen === undefined) return false;
    if (isIdentity(owner) ? (await this.#liveness(owner, self)) !== 'dead' : !isOld(seen)) return false;
    const name = isIdentity(owner) ? owner.token : `unreadable-${seen.ino}`;
    for (let round = 0; ; round += 1) {
      const breakPath = join(directory, `break.${name}.${round}`);
      if (this.#putIdentity(breakPath) === undefined) {
        const breaker = readIdentity(files, breakPath);
        const isGone = isIdentity(breaker)
          ? (await this.#liveness(breaker, self)) === 'dead'
          : breaker === 'garbled' && this.#olderThan(breakPath, emptyLockMs);
        if (isGone) continue;
        return false;
      }
      const now = this.#readOwner();
      const still = files.statSync(this.#lockPath, { throwIfNoEntry: false });
      const unchanged = isIdentity(owner)
        ? isIdentity(now) && now.token === owner.token
        : now === 'garbled' && still !== undefined && still.ino === seen.ino && isOld(still);
      if (unchanged) unlinkQuietly(files, this.#lockPath);
      unlinkQuietly(files, breakPath);
      return unchanged;
    }
  }

  async #liveness(owner: ProcessIdentity, self: ProcessIdentity): Promise<Liveness> {
    if (owner.token === self.token) return 'alive';
    if (givenUp.has(owner.token)) return 'dead';
    return livenessOf(this.#options.directory, owner, self);
  }

  #readOwner(): ProcessIdentity | 'garbled' | undefined {
    return readIdentity(this.#options.files, this.#lockPath);
  }

  #olderThan(path: string, ms: number): boolean {
    const stat = this.#options.files.statSync(path, { throwIfNoEntry: false });
    return stat !== undefined && Date.now() - stat.mtimeMs > ms;
  }

  /**
   * The mark's name is the arrival in microseconds by the system clock, which all compare: a process clock stops while the
   * machine sleeps. Undefined if it cannot be made.
   */
  #markWaiting(self: ProcessIdentity): string | undefined {
    const withinMs = Math.floor((performance.now() % 1) * 1000);
    const arrived = Date.now() * 1000 + withinMs;
    const mark = `${arrived}.${self.pid}.${self.token}`;
    const { directory, files } = this.#options;
    try {
      if (!isOwnFolder(files, join(directory, waitingDirectory))) return undefined;
      files.closeSync(files.openSync(this.#markPath(mark), 'wx', 0o600));
      return mark;
    } catch {
      // The lock works without the mark, only less fairly.
      return undefined;
    }
  }

  #markPath(mark: string): string {
    return join(this.#options.directory, waitingDirectory, mark);
  }

  /** Number of earlier waiters; for a while includes those that were killed. */
  #placeOf(mark: string | undefined): number {
    if (mark === undefined) return 1;
    const oldest = oldestMark();
    return this.#waitingNames().filter(name => name < mark && name >= oldest).length;
  }

  #waitingNames(): readonly string[] {
    const { directory, files } = this.#options;
    const folder = join(directory, waitingDirectory);
    try {
      const names = files.readdirSync(folder).filter(name => markForm.test(name));
      return names.length > 0 && isOwnFolder(files, folder) ? names : [];
    } catch {
      return [];
    }
  }

  #othersWait(): boolean {
    const oldest = oldestMark();
    return this.#waitingNames().some(name => name >= oldest);
  }

  #timeoutError(): StoreError {
    const found = this.#readOwner();
    const owner = isIdentity(found) ? found : undefined;
    const seconds = Math.round(this.#options.timeoutMs / 1000);
    const who = owner === undefined ? message('store.anotherProcess') : describeIdentity(owner);
    const elsewhere =
      owner !== undefined && owner.host !== this.#identity?.host
        ? message('store.onOtherHost', { host: owner.host })
        : '';
    return new StoreError('LOCK_TIMEOUT', message('store.locked', { holder: who, elsewhere, seconds }), {
      hint: message('store.lockedHint'),
      details: owner === undefined ? {} : { pid: owner.pid, host: owner.host, program: owner.program },
    });
  }
}

function isOld(stat: { readonly mtimeMs: number }): boolean {
  return Date.now() - stat.mtimeMs > emptyLockMs;
}
