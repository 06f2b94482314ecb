import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StoreError } from '../../storeError.js';
import type { Connection } from './connection.js';
import { corruptError, tooNewError, unreadableError, VanishedError } from './failure.js';
import {
  decodeHeader,
  type EncodedStatement,
  headerBytes,
  type JournalHeader,
  type JournalPayload,
  type SealPayload,
} from './journalFormat.js';
import { begunIn, lastPoint, leadsThrough, scanJournal, sealIn } from './journalScan.js';
import {
  dictionaryOf,
  type Loaded,
  loadAttempts,
  loadGeneration,
  type Position,
  type ReplicaOptions,
  type SnapshotMark,
} from './loadGeneration.js';
import { StatementDictionary } from './statementDictionary.js';
import {
  closeQuietly,
  errorCode,
  type StoreFileSystem,
  syncDirectory,
  unlinkQuietly,
  writeNewFile,
} from './storeFileSystem.js';
import { journalName } from './storeLayout.js';

/** Damage behind the last good commit; `undefined` when the journal ends cleanly. */
export interface TailDamage {
  readonly kind: 'torn' | 'corrupt';
  readonly offset: number;
  readonly bytes: number;
}

/** Commits that are applied in one go: what a long journal holds need not stand in memory all at once. */
const mostAtOnce = 500;

/** This process' copy of the state in memory, and how far into the journal it reaches. */
export class Replica {
  readonly #options: ReplicaOptions;
  #connection: Connection;
  #position: Position;
  #header: JournalHeader;
  #handle: number | undefined;
  #dictionary: StatementDictionary;
  #damage: TailDamage | undefined;
  #degraded: string | undefined;
  #reach: number;
  #doubtful = false;
  #loads = 1;

  private constructor(options: ReplicaOptions, loaded: Loaded) {
    this.#options = options;
    this.#connection = loaded.connection;
    this.#position = loaded.position;
    this.#header = loaded.header;
    this.#dictionary = loaded.dictionary;
    this.#degraded = loaded.degraded;
    this.#reach = loaded.reach;
    this.#handle = loaded.handle;
  }

  /** Loads the newest complete generation; undefined when the directory holds no store. */
  static open(options: ReplicaOptions): Replica | undefined {
    const loaded = loadGeneration(options);
    if (loaded === undefined) return undefined;
    const replica = new Replica(options, loaded);
    try {
      replica.catchUp();
    } catch (error) {
      replica.close();
      throw error;
    }
    return replica;
  }

  get connection(): Connection {
    return this.#connection;
  }

  get position(): Position {
    return this.#position;
  }

  /** Numbers of statement texts at this position. */
  get dictionary(): StatementDictionary {
    return this.#dictionary;
  }

  /** The snapshot that the current generation starts from; size 0 for none. */
  get snapshot(): SnapshotMark {
    return { size: this.#header.snapshotSize, crc: this.#header.snapshotCrc };
  }

  get storeId(): Uint8Array {
    return this.#header.storeId;
  }

  /** Sequence number that the current generation's snapshot holds. */
  get baseSeq(): number {
    return this.#header.baseSeq;
  }

  /** Grows with each load: what was opened or taken from memory before it belongs to files that may be gone. */
  get loads(): number {
    return this.#loads;
  }

  /**
   * True when the next writer must begin a new generation first: another SQLite wrote this journal, so its statements must
   * not be mixed with ours, a generation was passed over, or the disk did not confirm a record of this journal.
   */
  get needsCheckpoint(): boolean {
    return (
      this.#degraded !== undefined || this.#doubtful || this.#header.sqliteVersion !== this.#connection.sqliteVersion()
    );
  }

  /** Why a generation had to be passed over at load, in one sentence. */
  get degraded(): string | undefined {
    return this.#degraded;
  }

  get damage(): TailDamage | undefined {
    if (this.#position.generation >= this.#reach) return this.#damage;
    // Cut short between two records: what it led to is there, and out of reach.
    return { kind: 'corrupt', offset: this.#position.offset, bytes: this.#damage?.bytes ?? 0 };
  }

  /** Where the next record goes: behind the last commit, or in a damaged journal behind everything that is there. */
  get appendPoint(): Position {
    if (this.damage?.kind !== 'corrupt') return this.#position;
    const bytes = this.#readFrom(headerBytes);
    return { ...this.#position, ...lastPoint(bytes, 0), offset: headerBytes + bytes.length };
  }

  /** Path of the journal that commits go to. */
  get journalPath(): string {
    return join(this.#options.directory, journalName(this.#position.generation));
  }

  /** Applies what others committed since; follows seals into newer generations. Cheap when nothing happened. */
  catchUp(): void {
    try {
      this.#follow(0);
    } catch (error) {
      if (!(error instanceof Diverged)) throw error;
      this.#options.log.warn(`Memory and journal disagree at commit ${error.seq}; loading the store again.`);
      this.reload();
    }
  }

  /** Drops memory and loads from disk; a second disagreement is final. */
  reload(): void {
    this.#reload(1);
  }

  /** `loads` is the number of loads in a row: others may checkpoint while we load, but not for ever. */
  #reload(loads: number): void {
    const loaded = loadGeneration(this.#options);
    if (loaded === undefined) throw new VanishedError(this.#options.directory);
    this.#closeJournal();
    this.#connection.close();
    this.#connection = loaded.connection;
    this.#position = loaded.position;
    this.#header = loaded.header;
    this.#dictionary = loaded.dictionary;
    this.#degraded = loaded.degraded;
    this.#reach = loaded.reach;
    this.#handle = loaded.handle;
    this.#damage = undefined;
    this.#loads += 1;
    try {
      this.#follow(loads);
    } catch (error) {
      if (!(error instanceof Diverged)) throw error;
      throw new StoreError('STORE_DIVERGED', `Commit ${error.seq} changes other rows here than where it was written.`, {
        hint: 'Nothing was changed; keep the store’s folder and run `stateroom store check`.',
        details: { seq: error.seq },
      });
    }
  }

  /** Loads at the next look; for when memory can no longer be trusted and loading now may fail as well. */
  forget(): void {
    this.#closeJournal();
  }

  /** Takes note that the disk did not confirm a record: what follows it would stand on sand. */
  doubt(): void {
    this.#doubtful = true;
  }

  /** The bytes of the chain's records after `seq` in the current journal, as they stand in the file. */
  rawRecordsAfter(point: Position): Buffer {
    const bytes = this.#readFrom(point.offset);
    const scan = scanJournal(bytes, 0, point);
    return Buffer.concat(scan.chain.map(({ record }) => bytes.subarray(record.offset, record.end)));
  }

  /** True when the current journal's chain holds this very record. */
  contains(seq: number, crc: number): boolean {
    const base = { seq: this.#header.baseSeq, prevCrc: this.#header.prevCrc };
    return scanJournal(this.#readFrom(headerBytes), 0, base).chain.some(
      ({ record }) => record.seq === seq && record.crc === crc,
    );
  }

  /**
   * Cuts a torn write off the end, keeping its bytes beside the journal. Only under the lock: to anyone else the same bytes
   * may be an append in flight. Damage that has commits behind it is never cut.
   */
  recoverTail(): void {
    const { damage } = this;
    if (damage === undefined) return;
    const { directory, files, log } = this.#options;
    if (damage.kind === 'corrupt') throw corruptError(this.#position.seq, journalName(this.#position.generation));
    // Read once more from the start: a place that is wrong for whatever reason must not cut a record of others in two.
    const scan = scanJournal(this.#readFrom(headerBytes), 0, {
      seq: this.#header.baseSeq,
      prevCrc: this.#header.prevCrc,
    });
    if (scan.damage !== 'torn' || headerBytes + scan.end !== damage.offset) {
      this.forget();
      throw corruptError(this.#position.seq, journalName(this.#position.generation));
    }
    const name = `torn.${Date.now()}.${randomBytes(4).toString('hex')}`;
    try {
      writeNewFile(files, join(directory, name), [this.#readFrom(damage.offset)]);
    } catch (error) {
      unlinkQuietly(files, join(directory, name));
      throw error;
    }
    const handle = files.openSync(this.journalPath, 'r+');
    try {
      files.ftruncateSync(handle, damage.offset);
      files.fsyncSync(handle);
    } finally {
      files.closeSync(handle);
    }
    syncDirectory(files, directory);
    this.#damage = undefined;
    log.warn(
      `A write that was never acknowledged was cut off after commit ${this.#position.seq}: ${damage.bytes} bytes, kept as ${name}.`,
    );
  }

  /** Takes note of a commit that this process wrote itself and holds in memory already. */
  advance(seq: number, crc: number, end: number, statements: readonly EncodedStatement[]): void {
    this.#dictionary.read(statements);
    this.#position = { ...this.#position, seq, prevCrc: crc, offset: end };
  }

  /** Moves to the generation that this process has just made from its own memory. */
  moveTo(position: Position, header: JournalHeader, keepsDictionary: boolean): void {
    this.#closeJournal();
    if (!keepsDictionary) this.#dictionary = new StatementDictionary();
    this.#position = position;
    this.#header = header;
    this.#degraded = undefined;
    this.#doubtful = false;
    this.#damage = undefined;
    try {
      this.#handle = this.#options.files.openSync(this.journalPath, 'r');
    } catch {
      // The generation is sealed and stands, whether or not it can be opened right now: the next look loads it.
    }
  }

  /** Passes over a record of ours that is no commit. */
  skipTo(offset: number): void {
    this.#position = { ...this.#position, offset };
  }

  close(): void {
    this.#closeJournal();
    this.#connection.close();
  }

  /** `loads` counts the loads just before: after one, loading again for the same reason would change nothing. */
  #follow(loads: number): void {
    const { files } = this.#options;
    for (;;) {
      if (this.#handle === undefined) {
        this.#reload(loads + 1);
        return;
      }
      const { size, nlink, ino } = files.fstatSync(this.#handle);
      if (size === this.#position.offset) {
        this.#damage = undefined;
        if (nlink === 0 && loads === 0) this.#reloadIfReplaced(ino);
        return;
      }
      if (size < this.#position.offset) {
        // Cut below what we hold, by hand or by a failing disk: what is there now counts.
        if (loads > 0) throw corruptError(this.#position.seq, journalName(this.#position.generation));
        this.#reload(1);
        return;
      }
      const start = this.#position.offset;
      const bytes = this.#readFrom(start);
      const scan = scanJournal(bytes, 0, this.#position, mostAtOnce);
      const last = scan.chain.at(-1);
      const seal = last?.payload.kind === 'seal' ? last.payload : undefined;
      const commits = seal === undefined ? scan.chain : scan.chain.slice(0, -1);
      this.#apply(commits.map(({ payload, record }) => ({ payload, seq: record.seq })));
      const lastCommit = commits.at(-1)?.record;
      if (lastCommit !== undefined) {
        const { seq, crc, end } = lastCommit;
        this.#position = { ...this.#position, seq, prevCrc: crc, offset: start + end };
      }
      if (seal !== undefined) {
        // Whole and in the chain, and still none of ours: generations are counted one by one.
        if (seal.nextGeneration !== this.#position.generation + 1) {
          throw corruptError(this.#position.seq, journalName(this.#position.generation));
        }
        if (this.#enterGeneration(seal)) continue;
        if (loads >= loadAttempts)
          throw unreadableError(this.#options.directory, `${journalName(seal.nextGeneration)} is missing.`);
        this.#reload(loads + 1);
        return;
      }
      this.#position = { ...this.#position, offset: start + scan.end };
      if (scan.more) continue;
      this.#damage =
        scan.damage === 'none'
          ? undefined
          : { kind: scan.damage, offset: start + scan.end, bytes: bytes.length - scan.end };
      if (scan.damage !== 'none' && this.#goesOnBehind(bytes.subarray(scan.end), loads)) continue;
      if (nlink === 0 && loads === 0) this.#reloadIfReplaced(ino);
      return;
    }
  }

  /** For a file without a name that no seal closed: the folder was removed, and perhaps made anew, under us. */
  #reloadIfReplaced(ino: number): void {
    const now = this.#options.files.statSync(this.journalPath, { throwIfNoEntry: false });
    if (now?.ino !== ino) this.#reload(1);
  }

  /**
   * Damage may stand where the seal was, or before one: then the store has gone on in the next generation. True when that
   * was entered and is to be read.
   */
  #goesOnBehind(damaged: Buffer, loads: number): boolean {
    const { directory, files } = this.#options;
    const next = this.#position.generation + 1;
    const path = join(directory, journalName(next));
    if (files.statSync(path, { throwIfNoEntry: false }) === undefined) return false;
    const journal = files.readFileSync(path);
    const begun = begunIn(journal, next, headerBytes);
    if (begun === 'unsealed' && sealIn(damaged, next, 0) === 'unsealed') return false;
    if (loads === 0) {
      this.#reload(1);
      return false;
    }
    // Loading has passed the next generation over. What it holds is out of reach unless its commits go on where we stand.
    const base = decodeHeader(journal);
    const point = { seq: this.#position.seq, prevCrc: this.#position.prevCrc };
    const from = base === undefined ? undefined : { seq: base.baseSeq, prevCrc: base.prevCrc };
    if (begun !== 'restored' && from !== undefined && leadsThrough(journal, headerBytes, from, point)) {
      return this.#enterGeneration({ kind: 'seal', nextGeneration: next, restored: false });
    }
    return false;
  }

  #apply(commits: readonly { payload: JournalPayload; seq: number }[]): void {
    const connection = this.#connection;
    let open = false;
    try {
      for (const { payload, seq } of commits) {
        if (payload.kind !== 'commit' && payload.kind !== 'foreign') continue;
        if (payload.v > this.#options.schemaVersion) throw tooNewError(payload.v, this.#options.schemaVersion);
        // Whole, in the chain, of a version we know, and not understood: no reader may pass over it.
        if (payload.kind === 'foreign') throw new Diverged(seq);
        if (!open) connection.begin();
        open = true;
        let same: boolean;
        try {
          const statements = this.#dictionary.read(payload.statements);
          same = statements !== undefined && connection.replay(statements);
        } catch (error) {
          this.#options.log.debug(`Commit ${seq} cannot be replayed: ${String(error)}`);
          same = false;
        }
        if (!same) throw new Diverged(seq);
      }
      if (open) connection.commit();
    } catch (error) {
      if (open) connection.rollback();
      throw error;
    }
  }

  /** Goes on in the journal behind a seal; false when memory must be loaded anew for that. */
  #enterGeneration({ nextGeneration, restored }: SealPayload): boolean {
    const { directory, files } = this.#options;
    const handle = restored ? undefined : openIfThere(files, join(directory, journalName(nextGeneration)));
    if (handle === undefined) return false;
    let journal: Buffer;
    try {
      journal = readFrom(files, handle, 0);
    } catch (error) {
      files.closeSync(handle);
      throw error;
    }
    this.#closeJournal();
    this.#handle = handle;
    this.#position = { ...this.#position, generation: nextGeneration, offset: headerBytes };
    this.#header = decodeHeader(journal) ?? this.#header;
    // At the seal our numbers are those that the new journal was begun with, if it goes on with any.
    if (dictionaryOf(journal) === undefined) this.#dictionary = new StatementDictionary();
    return true;
  }

  #readFrom(offset: number): Buffer {
    return this.#handle === undefined ? Buffer.alloc(0) : readFrom(this.#options.files, this.#handle, offset);
  }

  #closeJournal(): void {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle !== undefined) closeQuietly(this.#options.files, handle);
  }
}

/** Everything that an open file holds from `offset` on. */
function readFrom(files: StoreFileSystem, handle: number, offset: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, files.fstatSync(handle).size - offset));
  let filled = 0;
  while (filled < bytes.length) {
    const count = files.readSync(handle, bytes, filled, bytes.length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function openIfThere(files: StoreFileSystem, path: string): number | undefined {
  try {
    return files.openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

class Diverged extends Error {
  readonly seq: number;

  constructor(seq: number) {
    super(`commit ${seq} diverged`);
    this.seq = seq;
  }
}
