import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** A record of a journal of before, by its place in the file. */
export interface RawRecord {
  readonly start: number;
  readonly end: number;
}

const headerLength = 64;
const headLength = 24;

/** The whole records of a journal of before, from the start on until the first that is damaged. */
export function readJournal(path: string): RawRecord[] {
  const bytes = readFileSync(path);
  const records: RawRecord[] = [];
  for (let start = headerLength; start + headLength <= bytes.length; ) {
    const end = start + headLength + bytes.readUInt32LE(start);
    if (end > bytes.length || bytes.readUInt32LE(start + 20) !== 0x0a52c3a5) break;
    const crc = crc32(bytes.subarray(start + 8, end), crc32(bytes.subarray(start, start + 4)));
    if (crc !== bytes.readUInt32LE(start + 4)) break;
    records.push({ start, end });
    start = end;
  }
  return records;
}
