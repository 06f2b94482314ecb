import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/**
 * The journal as the document describes it, read by other code than the engine's, so that the engine cannot vouch for itself.
 */
export interface RawRecord {
  readonly start: number;
  readonly end: number;
  readonly seq: number;
  readonly prevCrc: number;
  readonly crc: number;
  readonly payload: {
    readonly seal?: number;
    readonly dict?: readonly string[];
    readonly v?: number;
    readonly st?: readonly unknown[];
  };
}

export const headerLength = 64;
const headLength = 24;

export interface RawJournal {
  readonly generation: number;
  readonly baseSeq: number;
  readonly prevCrc: number;
  readonly snapshotCrc: number;
  readonly snapshotSize: number;
  readonly records: readonly RawRecord[];
  /** Offset behind the last whole record. */
  readonly end: number;
  readonly size: number;
}

/** Reads whole records from the start on, until the first that is not. */
export function parseJournal(bytes: Buffer): RawJournal {
  const records: RawRecord[] = [];
  let at = headerLength;
  while (at + headLength <= bytes.length) {
    const end = at + headLength + bytes.readUInt32LE(at);
    if (end > bytes.length || bytes.readUInt32LE(at + 20) !== 0x0a52c3a5) break;
    const crc = crc32(bytes.subarray(at + 8, end), crc32(bytes.subarray(at, at + 4)));
    if (crc !== bytes.readUInt32LE(at + 4)) break;
    records.push({
      start: at,
      end,
      seq: Number(bytes.readBigUInt64LE(at + 8)),
      prevCrc: bytes.readUInt32LE(at + 16),
      crc,
      payload: JSON.parse(bytes.toString('utf8', at + headLength, end)) as RawRecord['payload'],
    });
    at = end;
  }
  return {
    generation: Number(bytes.readBigUInt64LE(8)),
    baseSeq: Number(bytes.readBigUInt64LE(16)),
    prevCrc: bytes.readUInt32LE(24),
    snapshotCrc: bytes.readUInt32LE(28),
    snapshotSize: Number(bytes.readBigUInt64LE(32)),
    records,
    end: at,
    size: bytes.length,
  };
}

export function readJournal(path: string): RawJournal {
  return parseJournal(readFileSync(path));
}

/** A whole record as bytes, for tests that write behind the engine's back. */
export function makeRecord(seq: number, prevCrc: number, payload: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(payload));
  const bytes = Buffer.alloc(headLength + text.length);
  bytes.writeUInt32LE(text.length, 0);
  bytes.writeBigUInt64LE(BigInt(seq), 8);
  bytes.writeUInt32LE(prevCrc, 16);
  bytes.writeUInt32LE(0x0a52c3a5, 20);
  text.copy(bytes, headLength);
  bytes.writeUInt32LE(crc32(bytes.subarray(8), crc32(bytes.subarray(0, 4))), 4);
  return bytes;
}

/** True for the bytes of one record, as they are handed to a write. */
export function isRecord(bytes: unknown): bytes is Uint8Array {
  if (!(bytes instanceof Uint8Array) || bytes.length < headLength) return false;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(20, true) === 0x0a52c3a5;
}

/** Sequence numbers of the records that continue the chain from the header on; throws at a gap. */
export function chainOf(journal: RawJournal): number[] {
  let seq = journal.baseSeq;
  let crc = journal.prevCrc;
  const chain: number[] = [];
  for (const record of journal.records) {
    if (record.seq !== seq + 1 || record.prevCrc !== crc) continue;
    chain.push(record.seq);
    seq = record.seq;
    crc = record.crc;
  }
  return chain;
}
