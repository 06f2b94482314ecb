import { join } from 'node:path';
import { message } from '../../../../messages/message.js';
import type { Log } from '../../../../platform/log.js';
import { Connection } from '../connection.js';
import { crc32 } from '../crc32.js';
import { showsEarlierStore } from '../earlierStore.js';
import { tooNewError, unreadableError } from '../failure.js';
import { schemaVersionOf } from '../schemaVersion.js';
import type { SqlJsModule } from '../sqlJsModule.js';
import { errorCode, readPlainFile, type StoreFileSystem } from '../storeFileSystem.js';
import {
  decodeHeader,
  decodePayload,
  formatVersion,
  headerBytes,
  type JournalHeader,
  readRecord,
} from './journalFormat.js';
import { begunIn, type ChainPoint, highestSeq, lacksDictionary, type Seal, sealIn } from './journalScan.js';
import { OpenJournal } from './openJournal.js';
import { StatementDictionary } from './statementDictionary.js';
import { journalName, readListing, type StoreListing } from './storeLayout.js';

export interface ReplicaOptions {
  readonly directory: string;
  readonly files: StoreFileSystem;
  readonly module: SqlJsModule;
  readonly schemaVersion: number;
  readonly log: Log;
  /** True if memory has schema steps that the journal lacks; the next writer adds them. */
  readonly isUnsaved?: (connection: Connection) => boolean;
}

export interface Position extends ChainPoint {
  readonly generation: number;
  /** Bytes of the journal that are in memory. */
  readonly offset: number;
}

/** Room for growth, before the database's memory is moved. */
const growthBytes = 1024 * 1024;

/** Max loads in a row, if checkpoints of other processes remove files meanwhile. */
export const loadAttempts = 20;

interface Base {
  readonly connection: Connection;
  readonly dictionary: StatementDictionary;
  readonly position: Position;
  readonly header: JournalHeader;
  /** CRC in the header that was read. */
  readonly headerCrc: number;
  readonly degraded: string | undefined;
}

/** A generation in memory as of its snapshot, without its journal. */
export interface Loaded extends Base {
  /** Generation to be reached, because commits in it were acknowledged. */
  readonly reach: number;
  readonly journal: OpenJournal;
}

/** Loads the newest complete generation. Throws STORE_CORRUPT, STORE_TOO_NEW. */
export function loadGeneration(options: ReplicaOptions): Loaded | undefined {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return loadOnce(options);
    } catch (error) {
      // A checkpoint of another process may remove a generation after the listing.
      if (errorCode(error) !== 'ENOENT' || attempt === loadAttempts) throw error;
    }
  }
}

function loadOnce(options: ReplicaOptions): Loaded | undefined {
  const { directory, files } = options;
  let names: readonly string[];
  try {
    names = files.readdirSync(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const listing = readListing(names);
  if (listing.generations.length === 0) {
    if (listing.snapshots.size === 0 && !showsEarlierStore(directory, files, names)) return undefined;
    throw unreadableError(directory, message('store.journalsMissing'));
  }
  const problems: string[] = [];
  let reach = 0;
  for (const generation of listing.generations) {
    const predecessor = sealOf(options, listing, generation);
    if (predecessor === 'unsealed') continue;
    reach = Math.max(reach, generation);
    const base = readBase(options, listing, generation);
    if (typeof base === 'string') {
      problems.push(base);
      if (predecessor === 'restored') break;
      continue;
    }
    const degraded =
      problems.length === 0
        ? base.degraded
        : `${problems.join(' ')} Generation ${generation} and the journals after it were used instead.`;
    try {
      const journal = OpenJournal.open(files, join(directory, journalName(generation)));
      if (journal === undefined || journal.headerCrc !== base.headerCrc) {
        journal?.close();
        throw Object.assign(new Error(`Generation ${generation} was replaced.`), { code: 'ENOENT' });
      }
      if (degraded !== undefined) options.log.warn(degraded);
      return { ...base, degraded, reach, journal };
    } catch (error) {
      base.connection.close();
      throw error;
    }
  }
  // Checkpoints of other processes may have removed listed files: only existing ones count.
  const gone = listing.generations.find(generation => !files.readdirSync(directory).includes(journalName(generation)));
  if (gone !== undefined) throw Object.assign(new Error(`Generation ${gone} was removed.`), { code: 'ENOENT' });
  throw unreadableError(directory, problems.join(' ') || message('store.journalsMissing'));
}

/**
 * A generation without a `begun` record and the previous one's seal is unfinished, unless it has commits that the previous
 * one lacks: then both records are missing.
 */
function sealOf(options: ReplicaOptions, listing: StoreListing, generation: number): Seal | 'first' {
  if (!listing.generations.includes(generation - 1)) return 'first';
  const own = readJournal(options, generation) ?? Buffer.alloc(0);
  const begun = begunIn(own, generation, headerBytes);
  if (begun !== 'unsealed') return begun;
  const before = readJournal(options, generation - 1) ?? Buffer.alloc(0);
  const seal = sealIn(before, generation, headerBytes);
  if (seal !== 'unsealed') return seal;
  const header = decodeHeader(before);
  if (header === undefined) return seal;
  const last = Math.max(header.baseSeq, highestSeq(before, headerBytes));
  return highestSeq(own, headerBytes) > last ? 'sealed' : 'unsealed';
}

/** Undefined for an irregular file. Throws ENOENT if it is missing. */
function readJournal({ directory, files }: ReplicaOptions, generation: number): Buffer | undefined {
  return readPlainFile(files, join(directory, journalName(generation)));
}

/** True if no header and record are readable. */
export function isBlank(journal: Buffer): boolean {
  return decodeHeader(journal) === undefined && highestSeq(journal, headerBytes) === 0;
}

/** Returns a journal's snapshot in memory, or a sentence about damage. */
function readBase(options: ReplicaOptions, listing: StoreListing, generation: number): Base | string {
  const { directory, files, module } = options;
  const journal = readJournal(options, generation);
  if (journal === undefined) return `${journalName(generation)} is not a regular file.`;
  const header = decodeHeader(journal);
  const headerCrc = journal.length < headerBytes ? 0 : journal.readUInt32LE(headerBytes - 4);
  if (
    header === undefined &&
    generation === 1 &&
    !listing.snapshots.has(1) &&
    readRecord(journal, headerBytes)?.seq === 1
  ) {
    // The header of a first generation is known: it starts from an empty database.
    const connection = new Connection(module);
    const first = firstHeader(new Uint8Array(16));
    return {
      connection,
      position: { generation, seq: 0, prevCrc: 0, offset: headerBytes },
      header: first,
      dictionary: new StatementDictionary(),
      headerCrc,
      degraded: `The header of ${journalName(1)} is damaged; all its commits were read.`,
    };
  }
  if (header === undefined) return `The header of ${journalName(generation)} is damaged.`;
  if (header.version > formatVersion) throw tooNewError(header.version, formatVersion);
  const position = { generation, seq: header.baseSeq, prevCrc: header.prevCrc, offset: headerBytes };
  if (lacksDictionary(journal, header.baseSeq, headerBytes)) {
    return `The first record of ${journalName(generation)} is missing.`;
  }
  const dictionary = new StatementDictionary(dictionaryOf(journal));
  if (header.snapshotSize === 0)
    return { connection: new Connection(module), position, header, dictionary, headerCrc, degraded: undefined };
  const found = findSnapshot(directory, files, listing, generation, {
    size: header.snapshotSize,
    crc: header.snapshotCrc,
  });
  if (found !== undefined) {
    const connection = new Connection(module, found.image, growthBytes);
    const version = schemaVersionOf(connection);
    if (version > options.schemaVersion) {
      connection.close();
      throw tooNewError(version, options.schemaVersion);
    }
    return { connection, position, header, dictionary, headerCrc, degraded: undefined };
  }
  return `The snapshot of generation ${generation} is missing or damaged.`;
}

export interface SnapshotMark {
  readonly size: number;
  readonly crc: number;
}

/** Returns the snapshot that matches the journal's header, with `growthBytes` of room in its buffer. */
export function findSnapshot(
  directory: string,
  files: StoreFileSystem,
  listing: StoreListing,
  generation: number,
  mark: SnapshotMark,
): { readonly path: string; readonly image: Buffer } | undefined {
  for (const name of listing.snapshots.get(generation) ?? []) {
    const path = join(directory, name);
    if (files.lstatSync(path, { throwIfNoEntry: false })?.size !== mark.size) continue;
    const image = readPlainFile(files, path, growthBytes);
    if (image !== undefined && crc32(image) === mark.crc) return { path, image };
  }
  return undefined;
}

/** Returns the texts copied from the previous generation, if any. */
export function dictionaryOf(journal: Buffer): readonly string[] | undefined {
  const first = readRecord(journal, headerBytes);
  const payload = first === undefined ? undefined : decodePayload(first.payload);
  return payload?.kind === 'dictionary' ? payload.texts : undefined;
}

export function firstHeader(storeId: Uint8Array): JournalHeader {
  return {
    version: formatVersion,
    generation: 1,
    baseSeq: 0,
    prevCrc: 0,
    snapshotCrc: 0,
    snapshotSize: 0,
    storeId,
    sqliteVersion: 0,
  };
}
