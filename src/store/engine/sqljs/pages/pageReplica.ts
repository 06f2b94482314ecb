import { message } from '../../../../messages/message.js';
import type { Log } from '../../../../platform/log.js';
import { StoreError } from '../../../storeError.js';
import type { Connection } from '../connection.js';
import {
  corruptError,
  isUncertain,
  lostError,
  ReplacedError,
  tooNewError,
  uncertain,
  unreadableError,
  VanishedError,
} from '../failure.js';
import { errorCode } from '../storeFileSystem.js';
import { appendRecord, type Position } from './appendRecord.js';
import { type Base, BasePages, DamagedFileError, readBase, writeBase, writeImage } from './baseFile.js';
import { createLog, isNamed, removeFiles, removeLog, sweep, writeCheckpoint } from './checkpointPages.js';
import { maxTransactionBytes, newLogBytes } from './limits.js';
import {
  type LoadedPages,
  listNames,
  loadAttempts,
  loadPages,
  type OpenPlace,
  openBase,
  openLog,
} from './loadPages.js';
import type { LogFile } from './logFile.js';
import {
  type ChainPoint,
  type LogRecord,
  newWriter,
  recordKinds,
  scanLog,
  sealRecord,
  startsWithRecord,
} from './logRecord.js';
import { pageSize, readChanges } from './pageChange.js';
import { imageName, logName, newToken } from './pageNames.js';
import { changesFrom, type Pages } from './pages.js';
import { type ReadSeal, readSeal, type Seal, sealBytes } from './seal.js';

/** A flush shorter than this, ms, costs less than handing the next one to another thread: a claim waits 0.1 ms less. */
const quickFlushMs = 1;

export interface PageReplicaOptions extends OpenPlace {
  readonly log: Log;
  /** The thread must not block during slow disk writes. */
  readonly isFree: boolean;
  readonly atWork?: () => void;
  /** Called with the duration of the previous flush, ms, when a commit is in the log but not flushed. */
  readonly whenWritten?: (lastFlushMs: number) => void;
}

/** Damage after the last readable commit. */
export interface PageDamage {
  /** Unreadable log with later commits. */
  readonly lost?: string;
}

/** Undefined if another process was first and this commit was discarded. */
export type Attempt<T> = { readonly value: T } | undefined;

/** Pages on demand, and the position in the log. */
export class PageReplica {
  readonly #options: PageReplicaOptions;
  readonly #writer = newWriter();
  readonly #distrusted = new Set<number>();
  #connection!: Connection;
  #pages!: Pages;
  #log!: LogFile;
  /** Logs whose seal was followed but not flushed yet, perhaps by no process. */
  readonly #older: LogFile[] = [];
  #position!: Position;
  /** Position at the start of the current log. */
  #start!: ChainPoint;
  /** Size of the log when last checked; void writes may follow the last commit. */
  #seen = 0;
  #reach = 0;
  #damage: PageDamage | undefined;
  #degraded: string | undefined;
  #isDoubtful = false;
  #isForgotten = false;
  #isInMemory = false;
  #othersAt = Number.NEGATIVE_INFINITY;
  #schemaCookie = 0;
  /** Duration of the last flush, ms; undefined before the first. */
  #flushMs: number | undefined;

  private constructor(options: PageReplicaOptions, loaded: LoadedPages) {
    this.#options = options;
    this.#use(loaded);
  }

  /** Returns undefined without a store of this format. */
  static open(options: PageReplicaOptions): PageReplica | undefined {
    const loaded = loadPages(options, new Set());
    if (loaded === undefined) return undefined;
    const replica = new PageReplica(options, loaded);
    try {
      replica.#follow(1);
      replica.#lookForLost(1);
    } catch (error) {
      replica.close();
      throw error;
    }
    return replica;
  }

  get connection(): Connection {
    return this.#connection;
  }

  get pages(): Pages {
    return this.#pages;
  }

  /** Number of the current log, and of the last commit. */
  get position(): { readonly generation: number; readonly seq: number; readonly offset: number } {
    return { generation: this.#log.number, seq: this.#position.seq, offset: this.#position.offset };
  }

  /** Bytes of the log and commits since the base, to be read at the next opening. */
  get backlog(): { readonly bytes: number; readonly records: number } {
    return { bytes: this.#position.offset, records: this.#position.seq - this.#pages.base.base.seq };
  }

  get bytes(): number {
    return this.#pages.count * pageSize + this.#position.offset;
  }

  get damage(): PageDamage | undefined {
    // Readable, but later commits were lost before this base was written.
    return this.#ownDamage ?? (this.#pages.base.base.isCutShort === true ? {} : undefined);
  }

  get #ownDamage(): PageDamage | undefined {
    // Truncated between two records: later logs exist but cannot be reached.
    return this.#damage ?? (this.#log.number < this.#reach ? {} : undefined);
  }

  /** Reason why a base was skipped, in one sentence. */
  get degraded(): string | undefined {
    return this.#degraded;
  }

  /** The next writer must start a new log: a base was skipped, a record is unconfirmed, or the log is large. */
  get needsCheckpoint(): boolean {
    return this.#degraded !== undefined || this.#isDoubtful || this.#seen > newLogBytes;
  }

  /** True if memory has changes that are not on disk; reload once anything is written. */
  get isInMemory(): boolean {
    // The folder has no base.
    return this.#isInMemory || this.#options.taken !== undefined;
  }

  /** Time since the last write of another process was seen, ms. */
  get sinceOthers(): number {
    return performance.now() - this.#othersAt;
  }

  corruption(): StoreError {
    const lost = this.#damage?.lost;
    return lost === undefined ? corruptError(this.#position.seq, this.#log.name) : lostError(this.#position.seq, lost);
  }

  /** Reads new commits and follows seals. One system call if nothing happened. */
  catchUp(): void {
    // Any file may have been repaired, so start over.
    if (this.#isForgotten || this.damage !== undefined) {
      this.#load(1);
      return;
    }
    try {
      this.#follow(0);
    } catch (error) {
      // Reading never continues past a seal, which may have been reached.
      this.forget();
      throw error;
    }
  }

  reload(): void {
    this.#load(1);
  }

  /** Reloads at the next access: memory is unreliable, and loading now may fail as well. */
  forget(): void {
    this.#isForgotten = true;
  }

  /** Writes outside `commit` stay in memory. */
  keepInMemory(): void {
    this.#pages.keep();
    this.#isInMemory = true;
  }

  /** Skips a base with a damaged file, and loads the previous one. Throws STORE_CORRUPT without one. */
  distrust(base: number): void {
    this.#distrusted.add(base);
    this.#load(1);
  }

  /**
   * Commits work: in memory, in the log, then on disk. Rethrows its errors. Throws STORE_WRITE_FAILED if nothing was written,
   * COMMIT_FENCED if the log was moved meanwhile, and STORE_UNCERTAIN if the record may be on disk.
   */
  async commit<T>(work: () => Promise<T>, schema: number): Promise<Attempt<T>> {
    const connection = this.#connection;
    connection.begin();
    let value: T;
    try {
      value = await work();
      connection.requireWhole();
      connection.commit();
    } catch (error) {
      connection.rollback();
      this.#discard();
      throw error;
    }
    const written = this.#pages.written();
    if (written === undefined) {
      this.#pages.keep();
      return { value };
    }
    const { bytes, end } = written;
    if (end > maxTransactionBytes) {
      this.#discard();
      throw new StoreError(
        'TRANSACTION_TOO_LARGE',
        message('store.tooLarge', {
          megabytes: (end / 1024 / 1024).toFixed(1),
          max: maxTransactionBytes / 1024 / 1024,
        }),
        { hint: message('store.tooLargeHint') },
      );
    }
    return (await this.#append(bytes, end, recordKinds.commit, schema)) ? { value } : undefined;
  }

  /**
   * Starts a new log. The seal in the old one is the commit point: before it new files are unused, and the base only speeds up
   * opening. False if another process was first. Throws STORE_CORRUPT for damage that a new base would only hide.
   */
  async checkpoint(schema: number): Promise<boolean> {
    const { directory, files } = this.#options;
    const [damaged] = this.#degraded === undefined ? [] : this.#pages.damaged();
    if (damaged !== undefined) throw unreadableError(directory, damaged.message);
    const sealed = this.#log;
    const next = createLog(directory, files, sealed.number + 1);
    if (!(await this.#seal({ next }, schema))) {
      removeLog(directory, files, next);
      return false;
    }
    // Loaded again since: others have already continued after the seal.
    if (this.#log !== sealed) return true;
    // Reading never continues past a seal: reload before the next write if the next log cannot be opened.
    this.forget();
    const log = openLog(directory, files, next);
    if (log === undefined) {
      // Suspended since its seal: others have continued in this log and removed it.
      this.#load(1);
      return true;
    }
    this.#enter(log);
    this.#isForgotten = false;
    const base = writeCheckpoint(directory, files, this.#pages, next, this.#position, schema);
    this.#rebase(new BasePages(directory, files, base));
    this.#degraded = undefined;
    this.#isDoubtful = false;
    sweep(directory, files, base);
    return true;
  }

  /**
   * Replaces the content for all readers, by a seal. In a damaged log the base is the commit point, and older logs are removed,
   * so that a process that had read past the damage does not continue in one. False if another process was first.
   */
  async replaceContent(image: Uint8Array, schema: number): Promise<boolean> {
    const { directory, files } = this.#options;
    const count = image.length / pageSize;
    const sealed = this.#log;
    const isDamaged = this.#ownDamage !== undefined;
    const names = isDamaged ? listNames(directory, files) : [];
    const next = createLog(directory, files, Math.max(this.#log.number, ...names.map(({ number }) => number)) + 1);
    const file = { number: next.number, token: newToken() };
    const { seq, crc } = this.#position;
    const base: Base = {
      ...next,
      seq,
      crc,
      schema,
      pages: count,
      image: file,
      segments: [],
      isOverDamage: isDamaged || undefined,
    };
    try {
      writeImage(directory, files, file, count, page => image.subarray(page * pageSize, (page + 1) * pageSize));
      if (isDamaged) writeBase(directory, files, base);
      else if (!(await this.#seal({ next, image: file, pages: count }, schema))) {
        removeFiles(directory, files, next, file);
        return false;
      }
    } catch (error) {
      const failure = isDamaged && isNamed(directory, files, next) ? uncertain(error) : error;
      // A seal or base that may be on disk may have been followed already.
      if (!isUncertain(failure)) removeFiles(directory, files, next, file);
      throw failure;
    }
    // Committed from here on, even if a later step fails.
    try {
      // Unless loaded again since: then others have continued after the seal.
      if (!isDamaged && this.#log === sealed) {
        const counted = { ...base, seq: this.#position.seq, crc: this.#position.crc };
        writeBase(directory, files, counted);
        sweep(directory, files, counted);
      }
    } catch (error) {
      this.#options.log.warn(`Could not write a base: ${String(error)}`);
    }
    this.#loadQuietly();
    return true;
  }

  close(): void {
    this.#connection.close();
    this.#pages.close();
    this.#log.close();
    this.#closeOlder();
  }

  #use({ pages, connection, log, degraded, reach }: LoadedPages): void {
    const { seq, crc } = pages.base.base;
    this.#pages = pages;
    this.#connection = connection;
    this.#connection.onStatement = this.#options.atWork;
    this.#log = log;
    this.#start = { seq, crc };
    this.#position = { seq, crc, offset: 0 };
    this.#seen = 0;
    this.#reach = reach;
    this.#degraded = degraded;
    this.#damage = undefined;
    this.#isInMemory = false;
    this.#schemaCookie = this.#pages.schemaCookie;
  }

  /** `loads` is the number of loads in a row: others may checkpoint meanwhile. */
  #load(loads: number): void {
    const loaded = loadPages(this.#options, this.#distrusted);
    if (loaded === undefined) throw new VanishedError(this.#options.directory);
    if (loaded.degraded !== undefined && loaded.degraded !== this.#degraded) this.#options.log.warn(loaded.degraded);
    this.close();
    this.#use(loaded);
    // If one of these fails, repeats the whole load.
    this.#isForgotten = true;
    this.#follow(loads);
    this.#lookForLost(loads);
    this.#isForgotten = false;
  }

  /** Reports a later log with commits that no seal leads to: commits before it may be lost, too. `loads` as in `#load`. */
  #lookForLost(loads: number): void {
    const { directory, files } = this.#options;
    for (const { kind, number, token, name } of listNames(directory, files)) {
      if (kind !== 'log' || token === undefined || number <= this.#log.number) continue;
      const log = openLog(directory, files, { number, token });
      if (log === undefined) continue;
      try {
        if (!startsWithRecord(log.readFrom(0), log.marker)) continue;
      } finally {
        log.close();
      }
      // Others may have continued during this read, and removed the log that was read before.
      this.#follow(loads);
      if (number > this.#log.number) this.#damage ??= { lost: name };
    }
  }

  /** `loads` counts the loads just before: repeating one for the same reason would change nothing. */
  #follow(loads: number): void {
    for (;;) {
      const size = this.#log.size();
      if (size === undefined) {
        // The folder was renamed, swapped, restored or removed, or the log was sealed and removed.
        if (loads >= loadAttempts) throw unreadableError(this.#options.directory, message('store.alwaysReplaced'));
        this.#load(loads + 1);
        return;
      }
      if (size === this.#seen) {
        // The bytes after the last commit may have been a seal that others followed.
        if (size > this.#position.offset && loads === 0 && this.#hasNewerBase()) this.#load(1);
        return;
      }
      if (this.#isInMemory) {
        this.#load(loads + 1);
        return;
      }
      if (size < this.#position.offset) {
        // Truncated below the last commit, by hand or by a failing disk: the remaining content counts.
        if (loads > 0) throw corruptError(this.#position.seq, this.#log.name);
        this.#load(1);
        return;
      }
      const { offset } = this.#position;
      const bytes = this.#log.readFrom(offset);
      const scan = scanLog(bytes, this.#log.marker, this.#position);
      const sealed = this.#apply(bytes, offset, scan.records);
      this.#seen = offset + bytes.length;
      if (sealed === 'damaged' || scan.isDamaged) {
        if (loads < loadAttempts && this.#hasNewerBase()) this.#load(loads + 1);
        else this.#damage = {};
        return;
      }
      this.#damage = undefined;
      if (sealed !== undefined) {
        if (!this.#followSeal(sealed, loads)) return;
      } else if (this.#seen > this.#position.offset && loads < loadAttempts && this.#hasNewerBase()) {
        // Bytes that look like an unfinished write replaced a seal.
        this.#load(loads + 1);
        return;
      }
    }
  }

  /** Applies records of the chain; returns the seal, which is last. */
  #apply(bytes: Buffer, offset: number, records: readonly LogRecord[]): ReadSeal | 'damaged' | undefined {
    for (const record of records) {
      if (record.schema > this.#options.schemaVersion) throw tooNewError(record.schema, this.#options.schemaVersion);
      let seal: Seal | undefined;
      if (record.kind === recordKinds.seal) {
        seal = readSeal(bytes.toString('utf8', record.body, record.end));
        if (seal?.next.number !== this.#log.number + 1) return 'damaged';
      } else {
        const from = record.body + changesFrom;
        if (record.kind !== recordKinds.commit || record.end < from) return 'damaged';
        const count = bytes.readUInt32LE(record.body);
        const changes = readChanges(bytes, from, record.end, count);
        if (changes === undefined) return 'damaged';
        this.#pages.apply(this.#log.number, bytes, count, changes);
      }
      this.#position = { seq: record.seq, crc: record.crc, offset: offset + record.end };
      this.#log.mark(offset + record.start, record.crc);
      if (seal !== undefined) return { ...seal, schema: record.schema };
    }
    if (records.length === 0) return undefined;
    this.#othersAt = performance.now();
    if (this.#pages.schemaCookie !== this.#schemaCookie) {
      this.#schemaCookie = this.#pages.schemaCookie;
      this.#connection.forgetColumns();
    }
    return undefined;
  }

  /** Continues in the next log; false without one. */
  #followSeal({ next, image, pages = 0, schema }: ReadSeal, loads: number): boolean {
    const { directory, files } = this.#options;
    if (image !== undefined) {
      const { seq, crc } = this.#position;
      const base: Base = { ...next, seq, crc, schema, pages, image, segments: [] };
      const opened = this.#openRestored(base, loads);
      if (opened === undefined) return false;
      this.close();
      this.#use({ ...opened, degraded: this.#degraded, reach: next.number });
      return true;
    }
    const log = openLog(directory, files, next);
    if (log !== undefined) {
      this.#enter(log);
      this.#adoptBase();
      return true;
    }
    return this.#loseOrLoad(logName(next.number, next.token), loads);
  }

  #openRestored(base: Base, loads: number): ReturnType<typeof openBase> | undefined {
    try {
      // Its own base was skipped because of a page in this image.
      if (this.#distrusted.has(base.number) && base.image !== undefined) {
        throw new DamagedFileError(imageName(base.image.number, base.image.token));
      }
      return openBase(this.#options, base);
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      this.#loseOrLoad(error.file, loads);
      return undefined;
    }
  }

  /** Checkpoints remove the oldest files; otherwise the file in the seal is lost. */
  #loseOrLoad(file: string, loads: number): false {
    if (loads < loadAttempts && this.#hasNewerBase()) this.#load(loads + 1);
    else this.#damage = { lost: file };
    return false;
  }

  #hasNewerBase(): boolean {
    const { directory, files } = this.#options;
    return listNames(directory, files).some(({ kind, number }) => kind === 'base' && number > this.#log.number);
  }

  #enter(log: LogFile): void {
    const { seq, crc } = this.#position;
    this.#older.push(this.#log);
    this.#log = log;
    this.#start = { seq, crc };
    this.#position = { seq, crc, offset: 0 };
    this.#seen = 0;
    this.#pages.enter(log.number);
  }

  /** Frees the memory of changes that the newest existing base has. */
  #adoptBase(): void {
    const { directory, files } = this.#options;
    // A base that was skipped is still damaged.
    const oldest = this.#degraded === undefined ? this.#pages.base.base.number : this.#reach;
    for (let number = this.#log.number; number > oldest; number -= 1) {
      try {
        this.#rebase(new BasePages(directory, files, readBase(directory, files, number)));
        this.#degraded = undefined;
        return;
      } catch (error) {
        // Not written yet, or removed again: the logs have its content.
        if (!(error instanceof DamagedFileError) && errorCode(error) !== 'ENOENT') throw error;
      }
    }
  }

  #rebase(pages: BasePages): void {
    this.#pages.rebase(pages);
    // A base on disk does not need the seals before it.
    if (pages.base.number === this.#log.number) this.#closeOlder();
  }

  #closeOlder(): void {
    for (const log of this.#older.splice(0)) log.close();
  }

  async #seal(seal: Seal, schema: number): Promise<boolean> {
    const bytes = sealBytes(seal);
    return this.#append(bytes, bytes.length, recordKinds.seal, schema);
  }

  /** `bytes` has the body. False if another process was first. */
  async #append(bytes: Uint8Array, end: number, kind: 1 | 2, schema: number): Promise<boolean> {
    const log = this.#log;
    const before = this.#position;
    const sealed = sealRecord(bytes, end, log.marker, before, kind, schema, this.#writer);
    const { record, seq, crc } = sealed;
    let start: number | undefined;
    try {
      const place = { log, position: before, seen: this.#seen, writer: this.#writer };
      start = appendRecord(place, sealed, () => this.#hasNewerBase());
    } catch (error) {
      if (isUncertain(error)) this.forget();
      this.#discard();
      throw error;
    }
    if (start === undefined) {
      this.#othersAt = performance.now();
      this.#discard();
      return false;
    }
    this.#pages.keep();
    this.#position = { seq, crc, offset: start + record.length };
    this.#seen = this.#position.offset;
    log.mark(start, crc);
    this.#schemaCookie = this.#pages.schemaCookie;
    // A seal keeps the turn until its base is written.
    if (kind === recordKinds.commit) this.#options.whenWritten?.(this.#flushMs ?? 0);
    let isHere: boolean;
    let isSealed = false;
    try {
      await this.#flush();
      // The folder may have been renamed or swapped since: a commit counts only if the next reader finds it.
      isHere = (log.size() ?? 0) > start;
      // Others may have sealed the log after the record and removed it: their base has the record.
      isSealed = !isHere && scanLog(log.readFrom(start), log.marker, before).records.at(-1)?.kind === recordKinds.seal;
    } catch (error) {
      // The kernel may have dropped the bytes with the error: a second flush would succeed and prove nothing.
      this.#loadQuietly();
      this.#isDoubtful = true;
      throw uncertain(error);
    }
    if (isHere) return true;
    this.#loadQuietly();
    if (this.#isForgotten) throw new ReplacedError(seq, crc);
    if (isSealed && this.#log.number > log.number) return true;
    try {
      const { records } = scanLog(this.#log.readFrom(0), this.#log.marker, this.#start);
      if (records.some(one => one.seq === seq && one.crc === crc)) {
        await this.#flush();
        return true;
      }
    } catch (error) {
      this.#isDoubtful = true;
      throw uncertain(error);
    }
    // A base of others may have it, which can no longer be determined.
    throw this.#log.number > log.number ? uncertain(undefined) : new ReplacedError(seq, crc);
  }

  async #flush(): Promise<void> {
    const isQuick = this.#flushMs !== undefined && this.#flushMs < quickFlushMs;
    const inBackground = this.#options.isFree && !isQuick;
    const started = performance.now();
    for (const log of this.#older) {
      await log.flush(inBackground).catch(error => {
        // Others removed it: a base on disk has its commits.
        if (errorCode(error) !== 'ENOENT') throw error;
      });
    }
    this.#closeOlder();
    await this.#log.flush(inBackground);
    this.#flushMs = performance.now() - started;
  }

  #discard(): void {
    const { schemaCookie } = this.#pages;
    this.#pages.discard();
    // SQLite's own COMMIT succeeded, so its schema is stale: it would create an existing table, or look for a missing one.
    if (this.#pages.schemaCookie !== schemaCookie) this.#connection.forgetSchema();
  }

  /** Reloads at the next call if it fails now. */
  #loadQuietly(): void {
    try {
      this.#load(1);
    } catch (error) {
      this.#options.log.warn(`Could not reload the store: ${String(error)}`);
      this.forget();
    }
  }
}
