import { randomBytes } from 'node:crypto';
import { crc32 } from '../crc32.js';

/** Head: marker 8, length of the body 4, CRC 4, previous record's CRC 4, number 8, kind 4, schema 4, writer 8. */
export const headBytes = 44;
export const crcAt = 12;
const summedFrom = 16;
/** A longer body than any transaction's is damage. */
const maxBody = 1 << 28;

/** Number of a commit and CRC of its record. */
export interface ChainPoint {
  readonly seq: number;
  readonly crc: number;
}

/** A withdrawal names a record that is not in its place, and is no part of the chain. */
export const recordKinds = { commit: 1, seal: 2, withdrawal: 3 } as const;
export type RecordKind = (typeof recordKinds)[keyof typeof recordKinds];

/** Continues the chain. Offsets are relative to the scanned bytes. */
export interface LogRecord extends ChainPoint {
  readonly kind: number;
  /** Schema version that a reader must know. */
  readonly schema: number;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

export interface LogScan {
  /** In order; a seal is always last. */
  readonly records: readonly LogRecord[];
  /** True if earlier records are missing or damaged; unfinished writes between records are no damage. */
  readonly isDamaged: boolean;
}

/** Distinguishes writers of the same change in the same place: only one record counts. */
export type Writer = Buffer;

export function newWriter(): Writer {
  return randomBytes(8);
}

/** Fills in the head of a body from `headBytes` to `end`. `marker` is random, because bodies may contain anything else. */
export function sealRecord(
  bytes: Uint8Array,
  end: number,
  marker: Buffer,
  after: ChainPoint,
  kind: RecordKind,
  schema: number,
  writer: Writer,
): { readonly record: Buffer } & ChainPoint {
  const record = Buffer.from(bytes.buffer, bytes.byteOffset, end);
  const seq = after.seq + 1;
  marker.copy(record);
  record.writeUInt32LE(end - headBytes, 8);
  record.writeUInt32LE(after.crc, 16);
  record.writeBigUInt64LE(BigInt(seq), 20);
  record.writeUInt32LE(kind, 28);
  record.writeUInt32LE(schema, 32);
  writer.copy(record, 36);
  const crc = crc32(record.subarray(summedFrom));
  record.writeUInt32LE(crc, crcAt);
  return { record, seq, crc };
}

/** Voids the complete record before it, whose file was replaced during the write: it would look like the remains of damage. */
export function withdrawal(marker: Buffer, { crc }: ChainPoint, writer: Writer): Buffer {
  const bytes = Buffer.alloc(headBytes + 4);
  bytes.writeUInt32LE(crc, headBytes);
  return sealRecord(bytes, bytes.length, marker, { seq: -1, crc: 0 }, recordKinds.withdrawal, 0, writer).record;
}

/** A record whose number the chain has passed is void: its writer found that another was first. */
export function scanLog(bytes: Buffer, marker: Buffer, from: ChainPoint): LogScan {
  const records: LogRecord[] = [];
  let { seq, crc } = from;
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const record = readRecord(bytes, at, marker);
    if (record === undefined) {
      // A partial record of a killed or writing process: the next one begins with the marker.
      const next = bytes.indexOf(marker, at + 1);
      if (next < 0) break;
      at = next;
      continue;
    }
    at = record.end;
    if (record.seq <= seq) continue;
    if (record.seq !== seq + 1 || bytes.readUInt32LE(record.start + summedFrom) !== crc) {
      if (isWithdrawn(bytes, record, marker)) continue;
      return { records, isDamaged: true };
    }
    records.push(record);
    ({ seq, crc } = record);
    if (record.kind === recordKinds.seal) break;
  }
  return { records, isDamaged: false };
}

function isWithdrawn(bytes: Buffer, { crc, end }: LogRecord, marker: Buffer): boolean {
  for (let at = bytes.indexOf(marker, end); at >= 0; at = bytes.indexOf(marker, at + 1)) {
    const record = readRecord(bytes, at, marker);
    if (record?.kind !== recordKinds.withdrawal || record.end - record.body !== 4) continue;
    if (bytes.readUInt32LE(record.body) === crc) return true;
  }
  return false;
}

export function startsWithRecord(bytes: Buffer, marker: Buffer): boolean {
  return bytes.length >= headBytes && readRecord(bytes, 0, marker) !== undefined;
}

function readRecord(bytes: Buffer, at: number, marker: Buffer): LogRecord | undefined {
  if (bytes.compare(marker, 0, marker.length, at, at + marker.length) !== 0) return undefined;
  const length = bytes.readUInt32LE(at + 8);
  const body = at + headBytes;
  const end = body + length;
  if (length > maxBody || end > bytes.length) return undefined;
  const crc = bytes.readUInt32LE(at + crcAt);
  if (crc32(bytes.subarray(at + summedFrom, end)) !== crc) return undefined;
  const seq = Number(bytes.readBigUInt64LE(at + 20));
  const kind = bytes.readUInt32LE(at + 28);
  return { seq, crc, kind, schema: bytes.readUInt32LE(at + 32), start: at, body, end };
}
