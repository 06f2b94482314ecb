import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * Logs as docs/store.md describes them, read by other code than the engine's, so that the engine cannot vouch for itself.
 */
export interface RawLogRecord {
  readonly start: number;
  readonly end: number;
  readonly crc: number;
  readonly prevCrc: number;
  readonly seq: number;
  readonly kind: number;
  readonly schema: number;
  readonly body: Buffer;
}

export const headLength = 44;

/** The whole records of a log, in the order in which they stand there, whether they count or not. */
export function parseLog(bytes: Buffer, marker: Buffer): RawLogRecord[] {
  const records: RawLogRecord[] = [];
  for (let at = bytes.indexOf(marker); at >= 0; ) {
    const record = recordAt(bytes, at);
    if (record !== undefined) records.push(record);
    at = bytes.indexOf(marker, record?.end ?? at + 1);
  }
  return records;
}

function recordAt(bytes: Buffer, start: number): RawLogRecord | undefined {
  if (start + headLength > bytes.length) return undefined;
  const end = start + headLength + bytes.readUInt32LE(start + 8);
  const crc = bytes.readUInt32LE(start + 12);
  if (end > bytes.length || crc32(bytes.subarray(start + 16, end)) !== crc) return undefined;
  return {
    start,
    end,
    crc,
    prevCrc: bytes.readUInt32LE(start + 16),
    seq: Number(bytes.readBigUInt64LE(start + 20)),
    kind: bytes.readUInt32LE(start + 28),
    schema: bytes.readUInt32LE(start + 32),
    body: bytes.subarray(start + headLength, end),
  };
}

/** True for the bytes of one record, as they are handed to a write. */
export function isLogRecord(bytes: unknown): bytes is Uint8Array {
  if (!(bytes instanceof Uint8Array)) return false;
  const record = recordAt(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 0);
  return record?.end === bytes.length;
}

/** The names of one kind of files, those with the highest number last. */
export function namesOf(directory: string, kind: 'base' | 'log' | 'pages' | 'image' | 'draft'): string[] {
  return readdirSync(directory)
    .filter(name => name.startsWith(`${kind}.`))
    .sort();
}

/** The number of the newest base; 0 where there is no store. */
export function newestNumber(directory: string): number {
  return Number(namesOf(directory, 'base').at(-1)?.split('.')[1] ?? 0);
}

/** What `base.<number>` says; of the newest if no number is given. */
export function readRawBase(directory: string, number?: number): Record<string, unknown> {
  const bases = namesOf(directory, 'base');
  const name = number === undefined ? bases.at(-1) : bases.find(one => Number(one.split('.')[1]) === number);
  const [, text = ''] = readFileSync(join(directory, name ?? ''))
    .toString('utf8')
    .split('\n');
  return JSON.parse(text) as Record<string, unknown>;
}

/** The log that goes on from the newest base; later ones may follow it. */
export function newestLog(directory: string): string {
  return join(
    directory,
    namesOf(directory, 'log').find(name => name.endsWith(String(readRawBase(directory).token))) ?? '',
  );
}

/** The 8 bytes before each record of a log. */
export function markerOf(path: string): Buffer {
  return Buffer.from(path.split('.').at(-1) ?? '', 'hex');
}

export function readLog(path: string): RawLogRecord[] {
  return parseLog(readFileSync(path), markerOf(path));
}
