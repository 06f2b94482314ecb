/**
 * Journal format (docs/store.md): a 64-byte header, then records of a 24-byte head and a JSON payload, little-endian.
 * Each record has the CRC of the previous one, which verifies the order of commits.
 */
import type { SqlParameter } from '../connection.js';
import { crc32 } from '../crc32.js';

export const headerBytes = 64;
export const recordHeadBytes = 24;
export const maxRecordBytes = 64 * 1024 * 1024;
/** Readers stop at a higher version. */
export const formatVersion = 1;

const headerMagic = 0x314a5153; // 'SQJ1'
const recordMagic = 0x0a52c3a5;

export interface JournalHeader {
  readonly version: number;
  readonly generation: number;
  /** Last commit in the snapshot. */
  readonly baseSeq: number;
  /** CRC of that commit's record; 0 in a store's first generation. */
  readonly prevCrc: number;
  readonly snapshotCrc: number;
  readonly snapshotSize: number;
  readonly storeId: Uint8Array;
  /** `3054001` for SQLite 3.54.1: statements replay identically only on the version that ran them. */
  readonly sqliteVersion: number;
}

/** One statement: text, parameters and rows changed at first. */
export type JournalStatement = readonly [sql: string, parameters: readonly SqlParameter[], rowsChanged: number];

/** As stored: a text that was written before is a number in the dictionary. */
export type EncodedStatement = readonly [
  sql: string | number,
  parameters: readonly SqlParameter[],
  rowsChanged: number,
];

export interface CommitPayload {
  readonly kind: 'commit';
  readonly at: number;
  readonly pid: number;
  /** Schema version of the writer. */
  readonly v: number;
  readonly statements: readonly EncodedStatement[];
}

export interface SealPayload {
  readonly kind: 'seal';
  readonly nextGeneration: number;
  /** The next generation has other content (a restore), so memory must be reloaded. */
  readonly restored: boolean;
  /** Base of the store in the next format; ignored by programs of this one. */
  readonly base?: unknown;
}

/** First record if the next ones use numbers of the previous generation; not part of the chain. */
export interface DictionaryPayload {
  readonly kind: 'dictionary';
  readonly texts: readonly string[];
}

/** Written after the previous generation's seal, so that no other file is needed for validity; not part of the chain. */
export interface BegunPayload {
  readonly kind: 'begun';
  readonly generation: number;
  readonly restored: boolean;
}

/** A commit that this program cannot read. */
export interface ForeignPayload {
  readonly kind: 'foreign';
  readonly v: number;
}

export type JournalPayload = CommitPayload | SealPayload | DictionaryPayload | BegunPayload | ForeignPayload;

export interface JournalRecord {
  readonly offset: number;
  readonly end: number;
  readonly seq: number;
  readonly prevCrc: number;
  readonly crc: number;
  readonly payload: Uint8Array;
}

export function encodeHeader(header: JournalHeader): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.writeUInt32LE(headerMagic, 0);
  bytes.writeUInt32LE(header.version, 4);
  bytes.writeBigUInt64LE(BigInt(header.generation), 8);
  bytes.writeBigUInt64LE(BigInt(header.baseSeq), 16);
  bytes.writeUInt32LE(header.prevCrc, 24);
  bytes.writeUInt32LE(header.snapshotCrc, 28);
  bytes.writeBigUInt64LE(BigInt(header.snapshotSize), 32);
  bytes.set(header.storeId.subarray(0, 16), 40);
  bytes.writeUInt32LE(header.sqliteVersion, 56);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
  return bytes;
}

/** Returns undefined if it is short, foreign or damaged. */
export function decodeHeader(bytes: Buffer): JournalHeader | undefined {
  if (bytes.length < headerBytes || bytes.readUInt32LE(0) !== headerMagic) return undefined;
  if (crc32(bytes.subarray(0, 60)) !== bytes.readUInt32LE(60)) return undefined;
  return {
    version: bytes.readUInt32LE(4),
    generation: Number(bytes.readBigUInt64LE(8)),
    baseSeq: Number(bytes.readBigUInt64LE(16)),
    prevCrc: bytes.readUInt32LE(24),
    snapshotCrc: bytes.readUInt32LE(28),
    snapshotSize: Number(bytes.readBigUInt64LE(32)),
    storeId: Uint8Array.from(bytes.subarray(40, 56)),
    sqliteVersion: bytes.readUInt32LE(56),
  };
}

/** `crc` is `prevCrc` of the next record. */
export function encodeRecord(seq: number, prevCrc: number, payload: Uint8Array): { bytes: Buffer; crc: number } {
  const bytes = Buffer.allocUnsafe(recordHeadBytes + payload.length);
  bytes.writeUInt32LE(payload.length, 0);
  bytes.writeBigUInt64LE(BigInt(seq), 8);
  bytes.writeUInt32LE(prevCrc, 16);
  bytes.writeUInt32LE(recordMagic, 20);
  bytes.set(payload, recordHeadBytes);
  const crc = recordCrc(bytes);
  bytes.writeUInt32LE(crc, 4);
  return { bytes, crc };
}

function recordCrc(record: Uint8Array): number {
  return crc32(record.subarray(8), crc32(record.subarray(0, 4)));
}

/** Returns undefined without a complete, undamaged record at `offset`. */
export function readRecord(bytes: Buffer, offset: number): JournalRecord | undefined {
  if (offset + recordHeadBytes > bytes.length) return undefined;
  if (bytes.readUInt32LE(offset + 20) !== recordMagic) return undefined;
  const length = bytes.readUInt32LE(offset);
  const end = offset + recordHeadBytes + length;
  if (length > maxRecordBytes || end > bytes.length) return undefined;
  const crc = bytes.readUInt32LE(offset + 4);
  if (recordCrc(bytes.subarray(offset, end)) !== crc) return undefined;
  return {
    offset,
    end,
    seq: Number(bytes.readBigUInt64LE(offset + 8)),
    prevCrc: bytes.readUInt32LE(offset + 16),
    crc,
    payload: bytes.subarray(offset + recordHeadBytes, end),
  };
}

/**
 * Distinguishes a torn tail (no record follows; may be truncated) from damage (acknowledged commits follow). Text cannot
 * contain the mark, which is not UTF-8.
 */
export function findRecordAfter(bytes: Buffer, offset: number): number | undefined {
  const magic = Buffer.alloc(4);
  magic.writeUInt32LE(recordMagic);
  for (let at = bytes.indexOf(magic, offset + 1); at !== -1; at = bytes.indexOf(magic, at + 1)) {
    const start = at - 20;
    if (start > offset && readRecord(bytes, start) !== undefined) return start;
  }
  return undefined;
}

/** JSON in UTF-8; blobs and 64-bit integers are tagged objects. Throws for NaN and infinities. */
export function encodePayload(payload: Exclude<JournalPayload, ForeignPayload>): Buffer {
  if (payload.kind === 'seal') {
    return Buffer.from(
      JSON.stringify({
        seal: payload.nextGeneration,
        ...(payload.restored ? { restored: true } : {}),
        ...(payload.base === undefined ? {} : { base: payload.base }),
      }),
    );
  }
  if (payload.kind === 'begun') {
    return Buffer.from(JSON.stringify({ begun: payload.generation, ...(payload.restored ? { restored: true } : {}) }));
  }
  if (payload.kind === 'dictionary') return Buffer.from(JSON.stringify({ dict: payload.texts }));
  const st = payload.statements.map(([sql, parameters, rows]) => [sql, parameters.map(encodeParameter), rows]);
  return Buffer.from(JSON.stringify({ at: payload.at, pid: payload.pid, v: payload.v, st }));
}

/** Returns only the version of an unknown commit, to distinguish a newer program's from damage; undefined for anything else. */
export function decodePayload(bytes: Uint8Array): JournalPayload | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const raw = value as Readonly<
    Record<'at' | 'pid' | 'v' | 'st' | 'seal' | 'begun' | 'restored' | 'dict' | 'base', unknown>
  >;
  if (typeof raw.seal === 'number') {
    const base = raw.base === undefined ? {} : { base: raw.base };
    return { kind: 'seal', nextGeneration: raw.seal, restored: raw.restored === true, ...base };
  }
  if (typeof raw.begun === 'number') {
    return { kind: 'begun', generation: raw.begun, restored: raw.restored === true };
  }
  if (Array.isArray(raw.dict)) {
    return { kind: 'dictionary', texts: raw.dict.filter((text): text is string => typeof text === 'string') };
  }
  if (typeof raw.v !== 'number') return undefined;
  const statements = decodeStatements(raw.st);
  if (typeof raw.at !== 'number' || typeof raw.pid !== 'number' || statements === undefined) {
    return { kind: 'foreign', v: raw.v };
  }
  return { kind: 'commit', at: raw.at, pid: raw.pid, v: raw.v, statements };
}

function decodeStatements(value: unknown): EncodedStatement[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const statements: EncodedStatement[] = [];
  for (const entry of value as unknown[]) {
    if (!Array.isArray(entry)) return undefined;
    const [sql, parameters, rows] = entry as unknown[];
    if (
      (typeof sql !== 'string' && typeof sql !== 'number') ||
      !Array.isArray(parameters) ||
      typeof rows !== 'number'
    ) {
      return undefined;
    }
    const decoded = parameters.map(decodeParameter);
    if (decoded.includes(undefined)) return undefined;
    statements.push([sql, decoded as SqlParameter[], rows]);
  }
  return statements;
}

function encodeParameter(value: SqlParameter): unknown {
  if (typeof value === 'bigint') return { $i: value.toString() };
  if (value instanceof Uint8Array) return { $b: Buffer.from(value).toString('base64') };
  return value;
}

function decodeParameter(value: unknown): SqlParameter | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value !== 'object') return undefined;
  const tagged = value as { $i?: unknown; $b?: unknown };
  if (typeof tagged.$i === 'string') return /^-?\d{1,19}$/.test(tagged.$i) ? BigInt(tagged.$i) : undefined;
  if (typeof tagged.$b === 'string') return Uint8Array.from(Buffer.from(tagged.$b, 'base64'));
  return undefined;
}
