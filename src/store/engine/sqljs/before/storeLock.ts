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
  /** How long to wait for another holder, ms. */
  readonly timeoutMs: number;
  readonly sleep: (ms: number) => void | Promise<void>;
  /** The newest format of the store that the holder knows, if that is a later one than the lock's own. */
  readonly format?: number;
}

/** What a commit is thought to take before this process has held the lock itself, ms. */
const usualHoldMs = 0.8;
/** How long a process that comes back at once goes before those who wait: handing over costs as much as a commit. ms. */
const turnMs = 12;
/** What others commit gathers for this long before a waiter applies it, ms: several at once cost less than one by one. */
const gatherMs = 4;
/** When and how often a holder that has not moved is checked, ms. */
const livenessAfterMs = 30;
const livenessEveryMs = 50;
/** A lock may seem to move because the file system numbers files again at each look: so often it is checked all the same, ms. */
const doubtEveryMs = 1000;
/** Without hard links the lock is born empty; one that stays so was left by a dead process. */
const emptyLockMs = 5000;
/** After a release that the system refused, or that found the folder moved away; each further wait is twice as long. ms. */
const releaseAgain = { first: 50, longest: 1000 } as const;
/** How file systems say that they have no hard links. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EOPNOTSUPP']);
/**
 * Tokens that this process has given up. Their files may still be in a folder that was moved away or copied, and a lock with
 * a lock with such a token is free, although its process is alive.
 */
const givenUp = new Set<string>();

/**
 * The one writer at a time. Acquiring is `link(proc, lock)`, releasing is `unlink(lock)`; the lock's content is its owner's
 * identity, so a dead owner can be proven dead and its lock broken by exactly one other process.
 */
export class StoreLock {
  readonly #options: StoreLockOptions;
  readonly #lockPath: string;
  #identity: ProcessIdentity | undefined;
  #identityPath = '';
  #identityInode = 0;
  /** The folder in which this process introduced itself; undefined where the file system numbers folders at each look. */
  #folder: FileNumber | undefined;
  #lockInode = 0;
  #inUse = false;
  #takenAt = 0;
  #turnEnds = 0;
  /** How long this process keeps the lock, ms; later holds count more. */
  #holdMs = usualHoldMs;
  /** A release was refused by the system or found the folder moved away, so the lock that is there may be our own. */
  #unreleased = false;
  #socket: LivenessSocket | undefined;

  constructor(options: StoreLockOptions) {
    this.#options = options;
    this.#lockPath = join(options.directory, lockName);
  }

  /**
   * Takes the lock; throws LOCK_TIMEOUT naming the holder. Whoever waits leaves a mark with its time of arrival: newcomers
   * queue behind the marks, as do holders once their turn is over, and the first in the queue looks most often, so that the
   * lock goes round. `whileWaiting` is called between looks once we are first, for work that is better done before the lock
   * is held than under it.
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
        // Who is first stays first, and need not ask again.
        if (place > 0) place = this.#placeOf(mark);
        if (place === 0 && performance.now() >= nextWork) {
          whileWaiting();
          nextWork = performance.now() + gatherMs;
        }
        // A look is much cheaper than a failed link.
        const holder = this.#holder();
        if ((holder === undefined || this.#unreleased) && this.#tryTake()) return this.#taken();
        const now = performance.now();
        if (holder !== watched) {
          // The lock changes hands, so its holders are alive: keep waiting.
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
   * Releases the lock. Does nothing if it is no longer ours, and never throws: the work under it is done. If the system
   * refuses, or the folder was moved away, this is repeated, so that an idle process does not keep the others out.
   */
  release(): void {
    if (this.#inUse) this.#holdMs += (performance.now() - this.#takenAt - this.#holdMs) / 4;
    this.#inUse = false;
    this.#unreleased = !this.#giveBack();
    if (this.#unreleased && this.#identity !== undefined) {
      this.#releaseLater(this.#identity.token, this.#folder, releaseAgain.first);
    }
  }

  /** True while the lock on disk is this process' own. */
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
    // Another process' file may get this number next.
    this.#lockInode = 0;
  }

  /** Removes what dead processes left: identities, sockets, break files, waiting marks. Call under the lock. */
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

  /** Removes the lock if it is our own. False when that must be repeated: it was refused, or the folder is not there. */
  #giveBack(): boolean {
    try {
      if (!this.holds()) return this.#isAt(this.#folder);
      retryWhileBusy(() => this.#options.files.unlinkSync(this.#lockPath));
      return true;
    } catch {
      return false;
    }
  }

  /** Removes a lock with this token once the folder that it was left in is back, unless it was taken again by then. */
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

  /** Removes the lock if it has a token that this process gave up: it was left when the folder was moved, or copied with it. */
  #removeGivenUp(): void {
    const owner = this.#readOwner();
    if (!isIdentity(owner) || !givenUp.has(owner.token)) return;
    retryWhileBusy(() => this.#options.files.unlinkSync(this.#lockPath));
  }

  /** True when the path leads to this folder; where folders have no lasting number, to any folder. */
  #isAt(folder: FileNumber | undefined): boolean {
    const now = this.#numberOfFolder();
    return now !== undefined && (folder === undefined || now === folder);
  }

  /** Removes the files of identities that this process gave up while the folder was moved away. */
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

  /** Writes this process' identity once, so that linking it to the lock shows who holds it from the first instant. */
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

  /** Identity and socket belong to the folder that they were made in: in another one of the same name they say nothing. */
  #followFolder(): void {
    if (this.#identity === undefined || this.#folder === undefined || this.#numberOfFolder() === this.#folder) return;
    this.close();
  }

  #numberOfFolder(): FileNumber | undefined {
    const stat = this.#options.files.statSync(this.#options.directory, { throwIfNoEntry: false });
    return stat && numberOf(stat);
  }

  /** A text that differs whenever the lock has changed hands; undefined while no one holds it. */
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
   * Gives our identity a further name, for one process alone: the inode under it, or undefined when the name is taken. Where
   * there are no hard links, the file is created exclusively and then filled.
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
        // Someone swept our identity away (a clock or namespace we share with no one); introduce ourselves again.
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

  /** Creates a file with an identity, whole or not at all; readable by all who can reach the folder, as it is not a secret. */
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
      // Cut short, it would be taken for a dead process'.
      unlinkQuietly(files, path);
      throw error;
    } finally {
      closeQuietly(files, handle);
    }
  }

  /**
   * Breaks the lock of a dead owner. Two processes that both see it dead must not delete each other's fresh lock: the one
   * that links `break.<owner>.<n>` first may, after it has read the lock once more.
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
   * Leaves a mark named after the time of arrival in microseconds; undefined where none can be left. By the system's clock, as
   * all compare it: a process clock stops while the machine sleeps.
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
      // Fairness is a courtesy: without the mark the lock still works.
      return undefined;
    }
  }

  #markPath(mark: string): string {
    return join(this.#options.directory, waitingDirectory, mark);
  }

  /** How many came before; for a while, marks of killed processes make the others look less often. */
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
