import { randomBytes } from 'node:crypto';
import { crc32 } from '../crc32.js';

/**
 * Bytes before a record's body: marker 8, length of the body 4, CRC 4, CRC of the previous record 4, number 8, kind 4, schema 4, writer 8.
 */
export const headBytes = 44;
export const crcAt = 12;
const summedFrom = 16;
/** Max bytes of a body: no transaction may be as large, so a longer one is damage. */
const maxBody = 1 << 28;

/** A place in the chain of commits: the number of the last one, and the CRC of its record. */
export interface ChainPoint {
  readonly seq: number;
  readonly crc: number;
}

/** A withdrawal names a record that is not in its place, and is not part of the chain itself. */
export const recordKinds = { commit: 1, seal: 2, withdrawal: 3 } as const;
export type RecordKind = (typeof recordKinds)[keyof typeof recordKinds];

/** A record that continues the chain. Offsets are relative to the scanned bytes. */
export interface LogRecord extends ChainPoint {
  readonly kind: number;
  /** The schema version that a reader must know. */
  readonly schema: number;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

export interface LogScan {
  /** In order; a seal is always last. */
  readonly records: readonly LogRecord[];
  /**
   * True if a record shows that earlier ones are missing or damaged. Bytes of unfinished writes are no damage: the next record follows
   * them.
   */
  readonly isDamaged: boolean;
}

/** Identifies the writer: if two make the same change at the same place, only one may take the first record for its own. */
export type Writer = Buffer;

export function newWriter(): Writer {
  return randomBytes(8);
}

/**
 * Fills in the head of a record whose body is in `bytes` from `headBytes` to `end`. `marker` is the log's 8 random bytes, because bodies
 * may contain anything else. Returns the record and its place in the chain.
 */
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

/**
 * Builds a record that voids the complete record before it: the file was replaced during that write, and the record would look like remains
 * after damage.
 */
export function withdrawal(marker: Buffer, { crc }: ChainPoint, writer: Writer): Buffer {
  const bytes = Buffer.alloc(headBytes + 4);
  bytes.writeUInt32LE(crc, headBytes);
  return sealRecord(bytes, bytes.length, marker, { seq: -1, crc: 0 }, recordKinds.withdrawal, 0, writer).record;
}

/**
 * Reads the records that continue the chain at `from`. The first one that continues it counts; one whose number the chain has passed is
 * void: its writer found out that another was first.
 */
export function scanLog(bytes: Buffer, marker: Buffer, from: ChainPoint): LogScan {
  const records: LogRecord[] = [];
  let { seq, crc } = from;
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const record = readRecord(bytes, at, marker);
    if (record === undefined) {
      // A partial record of a process that was killed or is writing: the next one begins with the marker.
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

/** Returns true if the bytes begin with a complete record of the log with this marker. */
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
