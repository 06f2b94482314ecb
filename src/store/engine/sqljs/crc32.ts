import * as zlib from 'node:zlib';

let table: Uint32Array | undefined;

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
}

/** For runtimes whose zlib has none (before Node 20.15). */
export function crc32ByTable(bytes: Uint8Array, seed = 0): number {
  table ??= makeTable();
  let crc = ~seed >>> 0;
  for (let index = 0; index < bytes.length; index += 1) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  }
  return ~crc >>> 0;
}

const native = (zlib as { crc32?: (bytes: Uint8Array, seed?: number) => number }).crc32;

/** CRC-32 (IEEE), continued from `seed`; unsigned. */
export const crc32: (bytes: Uint8Array, seed?: number) => number = native ?? crc32ByTable;
