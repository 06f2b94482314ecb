import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';
import { message } from '../../../../messages/message.js';
import { noFollow } from '../../../../platform/ownFolder.js';
import { StoreError } from '../../../storeError.js';
import type { Connection } from '../connection.js';
import { checkStore, corruptError, lostError, replacedError, unreadableError, VanishedError } from '../failure.js';
import { errorCode, readPlainFile, syncDirectory, unlinkQuietly, writeNewFile } from '../storeFileSystem.js';
import { applyCommits, Diverged } from './applyCommits.js';
import { decodeHeader, headerBytes, type JournalHeader, type SealPayload } from './journalFormat.js';
import { begunIn, lacksDictionary, lastPoint, leadsThrough, scanJournal, sealIn } from './journalScan.js';
import {
  dictionaryOf,
  isBlank,
  type Loaded,
  loadAttempts,
  loadGeneration,
  type Position,
  type ReplicaOptions,
  type SnapshotMark,
} from './loadGeneration.js';
import { OpenJournal } from './openJournal.js';
import { StatementDictionary } from './statementDictionary.js';
import { journalName, readListing } from './storeLayout.js';

/** Damage after the last good commit. */
export interface TailDamage {
  readonly kind: 'torn' | 'corrupt';
  readonly offset: number;
  readonly bytes: number;
  /** Generation with later commits, whose journal is missing, empty or irregular. */
  readonly lost?: number;
}

/** Limits the commits of a long journal that are in memory at once. */
const maxAtOnce = 500;

/** A store of the previous format in memory, and the position in its journal. */
export class Replica {
  readonly #options: ReplicaOptions;
  #connection: Connection;
  #position: Position;
  #header: JournalHeader;
  #journal: OpenJournal | undefined;
  #dictionary: StatementDictionary;
  #damage: TailDamage | undefined;
  #degraded: string | undefined;
  #reach: number;

  private constructor(options: ReplicaOptions, loaded: Loaded) {
    this.#options = options;
    this.#connection = loaded.connection;
    this.#position = loaded.position;
    this.#header = loaded.header;
    this.#dictionary = loaded.dictionary;
    this.#degraded = loaded.degraded;
    this.#reach = loaded.reach;
    this.#journal = loaded.journal;
  }

  /** Loads the newest complete generation; undefined without a store. */
  static open(options: ReplicaOptions): Replica | undefined {
    const loaded = loadGeneration(options);
    if (loaded === undefined) return undefined;
    const replica = new Replica(options, loaded);
    try {
      replica.#catchUp(1);
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

  /** Snapshot at the start of the current generation; size 0 without one. */
  get snapshot(): SnapshotMark {
    return { size: this.#header.snapshotSize, crc: this.#header.snapshotCrc };
  }

  /** Reason why a generation was skipped, in one sentence. */
  get degraded(): string | undefined {
    return this.#degraded;
  }

  get damage(): TailDamage | undefined {
    if (this.#position.generation >= this.#reach || this.#damage?.lost !== undefined) return this.#damage;
    // Truncated between two records: later generations exist but cannot be reached.
    return { kind: 'corrupt', offset: this.#position.offset, bytes: this.#damage?.bytes ?? 0 };
  }

  corruption(): StoreError {
    const { seq, generation } = this.#position;
    const lost = this.#damage?.lost;
    return lost === undefined ? corruptError(seq, journalName(generation)) : lostError(seq, journalName(lost));
  }

  /** Position of a seal: after the last commit, or at the end of a damaged journal. */
  get appendPoint(): Position {
    if (this.damage?.kind !== 'corrupt') return this.#position;
    const bytes = this.#readFrom(headerBytes);
    return { ...this.#position, ...lastPoint(bytes, 0), offset: headerBytes + bytes.length };
  }

  get journalPath(): string {
    return join(this.#options.directory, journalName(this.#position.generation));
  }

  /** Applies new commits and follows seals. Cheap if nothing happened. */
  catchUp(): void {
    this.#catchUp(0);
  }

  #catchUp(loads: number): void {
    try {
      this.#follow(loads);
    } catch (error) {
      if (!(error instanceof Diverged)) throw error;
      const { log, isUnsaved } = this.#options;
      const level = isUnsaved?.(this.#connection) === true ? 'debug' : 'warn';
      log[level](`Memory and journal disagree at commit ${error.seq}; loading the store again.`);
      this.#reload(1);
    }
  }

  isJournal(handle: number): boolean {
    return this.#journal?.isSame(handle) === true;
  }

  /** True if the file at the path has a record with this CRC there. */
  shows(start: number, crc: number): boolean {
    return this.#journal?.shows(start, crc) === true;
  }

  /** Bytes; undefined if the path leads to another journal than memory was read from. */
  get journalSize(): number | undefined {
    return this.#journal?.size();
  }

  /** A second divergence is final. `loads` is the number of loads in a row: others may checkpoint meanwhile. */
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
    this.#journal = loaded.journal;
    this.#damage = undefined;
    try {
      this.#follow(loads);
    } catch (error) {
      if (!(error instanceof Diverged)) throw error;
      throw new StoreError('STORE_DIVERGED', message('store.diverged', { seq: error.seq }), {
        hint: message('store.divergedHint'),
        ...checkStore,
        details: { seq: error.seq },
      });
    }
  }

  /**
   * Truncates a torn write and saves its bytes beside the journal. Requires the lock: otherwise it may be an append in
   * progress. Never truncates damage before more commits.
   */
  recoverTail(): void {
    const { damage } = this;
    if (damage === undefined) return;
    const { directory, files, log } = this.#options;
    if (damage.kind === 'corrupt') throw this.corruption();
    // Scans from the start: a wrong position must not cut another process's record.
    const scan = scanJournal(this.#readFrom(headerBytes), 0, {
      seq: this.#header.baseSeq,
      prevCrc: this.#header.prevCrc,
    });
    if (scan.damage !== 'torn' || headerBytes + scan.end !== damage.offset) {
      this.#closeJournal();
      throw corruptError(this.#position.seq, journalName(this.#position.generation));
    }
    const name = `torn.${Date.now()}.${randomBytes(4).toString('hex')}`;
    try {
      writeNewFile(files, join(directory, name), [this.#readFrom(damage.offset)]);
    } catch (error) {
      unlinkQuietly(files, join(directory, name));
      throw error;
    }
    const handle = files.openSync(this.journalPath, constants.O_RDWR | noFollow);
    try {
      if (!this.isJournal(handle)) throw replacedError();
      files.ftruncateSync(handle, damage.offset);
      files.fsyncSync(handle);
    } finally {
      files.closeSync(handle);
    }
    syncDirectory(files, directory);
    this.#damage = undefined;
    log.warn(
      `Truncated an unacknowledged write after commit ${this.#position.seq}: ${damage.bytes} bytes, saved as ${name}.`,
    );
  }

  close(): void {
    this.#closeJournal();
    this.#connection.close();
  }

  /** `loads` counts the loads just before: repeating one for the same reason would change nothing. */
  #follow(loads: number): void {
    const { directory } = this.#options;
    for (;;) {
      const size = this.#journal?.size();
      if (this.#journal === undefined || size === undefined) {
        // The folder was renamed, swapped, restored or removed, the journal was sealed and removed, or memory was forgotten.
        if (loads >= loadAttempts) throw unreadableError(directory, message('store.alwaysReplaced'));
        this.#reload(loads + 1);
        return;
      }
      if (size === this.#position.offset) {
        this.#damage = undefined;
        return;
      }
      if (size < this.#position.offset) {
        // Truncated below the last commit, by hand or by a failing disk: the remaining content counts.
        if (loads > 0) throw corruptError(this.#position.seq, journalName(this.#position.generation));
        this.#reload(1);
        return;
      }
      const start = this.#position.offset;
      const bytes = this.#readFrom(start);
      const scan = scanJournal(bytes, 0, this.#position, maxAtOnce);
      if (scan.damage === 'corrupt' && this.#damage?.kind !== 'corrupt' && loads === 0) {
        // The journal may have been overwritten.
        this.#reload(1);
        return;
      }
      const last = scan.chain.at(-1);
      const seal = last?.payload.kind === 'seal' ? last.payload : undefined;
      const commits = seal === undefined ? scan.chain : scan.chain.slice(0, -1);
      const { schemaVersion, log } = this.#options;
      applyCommits({ connection: this.#connection, dictionary: this.#dictionary, schemaVersion, log }, commits);
      const lastCommit = commits.at(-1)?.record;
      if (lastCommit !== undefined) {
        const { seq, crc, offset, end } = lastCommit;
        this.#position = { ...this.#position, seq, prevCrc: crc, offset: start + end };
        this.#journal.mark(start + offset, crc);
      }
      if (seal !== undefined) {
        // Generations are consecutive: a complete record in the chain is still not ours.
        if (seal.nextGeneration !== this.#position.generation + 1) {
          throw corruptError(this.#position.seq, journalName(this.#position.generation));
        }
        const entered = this.#enterGeneration(seal, loads);
        if (entered === 'entered') continue;
        if (entered === 'lost' && (loads > 0 || this.#damage?.lost === seal.nextGeneration)) {
          const { offset } = this.#position;
          this.#damage = { kind: 'corrupt', offset, bytes: size - offset, lost: seal.nextGeneration };
          return;
        }
        if (loads >= loadAttempts)
          throw unreadableError(directory, message('store.fileMissing', { file: journalName(seal.nextGeneration) }));
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
      return;
    }
  }

  /** Damage may hide a seal: then the store continues in the next generation. True if that was entered. */
  #goesOnBehind(damaged: Buffer, loads: number): boolean {
    const { directory, files } = this.#options;
    const next = this.#position.generation + 1;
    const path = join(directory, journalName(next));
    if (files.statSync(path, { throwIfNoEntry: false }) === undefined) return false;
    const journal = readPlainFile(files, path) ?? Buffer.alloc(0);
    const begun = begunIn(journal, next, headerBytes);
    if (begun === 'unsealed' && sealIn(damaged, next, 0) === 'unsealed') return false;
    if (loads === 0) {
      this.#reload(1);
      return false;
    }
    // Loading skipped the next generation: it is out of reach unless its commits continue here.
    if (begun === 'restored' || !this.#leadsOn(journal)) return false;
    return this.#enterGeneration({ kind: 'seal', nextGeneration: next, restored: false }, loads) === 'entered';
  }

  /** True if a journal's commits continue where memory ends. */
  #leadsOn(journal: Buffer): boolean {
    const header = decodeHeader(journal);
    if (header === undefined) return false;
    const { seq, prevCrc } = this.#position;
    return leadsThrough(journal, headerBytes, { seq: header.baseSeq, prevCrc: header.prevCrc }, { seq, prevCrc });
  }

  /** Continues after a seal, unless memory must be reloaded (`load`) or nothing is left of the journal (`lost`). */
  #enterGeneration({ nextGeneration, restored }: SealPayload, loads: number): 'entered' | 'load' | 'lost' {
    const { directory, files } = this.#options;
    if (restored) return 'load';
    let next: OpenJournal | undefined;
    try {
      next = OpenJournal.open(files, join(directory, journalName(nextGeneration)));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      // Checkpoints remove the oldest: then newer ones exist.
      const [newest = 0] = readListing(files.readdirSync(directory)).generations;
      return newest < nextGeneration ? 'lost' : 'load';
    }
    if (next === undefined) return 'lost';
    let journal: Buffer;
    try {
      journal = next.readFrom(0);
    } catch (error) {
      next.close();
      throw error;
    }
    const header = decodeHeader(journal);
    // The record belongs to another history if the folder was just swapped. After a load, a mismatch is damage.
    const isOther =
      header !== undefined && (header.baseSeq > this.#position.seq || (loads === 0 && !this.#leadsOn(journal)));
    if (isBlank(journal) || isOther || begunIn(journal, nextGeneration, headerBytes) === 'restored') {
      next.close();
      return isBlank(journal) ? 'lost' : 'load';
    }
    this.#closeJournal();
    this.#journal = next;
    this.#position = { ...this.#position, generation: nextGeneration, offset: headerBytes };
    this.#header = header ?? this.#header;
    // The current numbers remain valid if the new journal continues with any.
    const isMissing = header !== undefined && lacksDictionary(journal, header.baseSeq, headerBytes);
    const goesOn = dictionaryOf(journal) !== undefined || isMissing;
    if (!goesOn) this.#dictionary = new StatementDictionary();
    return 'entered';
  }

  #readFrom(offset: number): Buffer {
    return this.#journal?.readFrom(offset) ?? Buffer.alloc(0);
  }

  #closeJournal(): void {
    this.#journal?.close();
    this.#journal = undefined;
  }
}
