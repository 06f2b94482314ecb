import { describe, expect, it } from 'vitest';
import { crc32, crc32ByTable } from '../crc32.js';
import {
  decodeHeader,
  decodePayload,
  encodeHeader,
  encodePayload,
  encodeRecord,
  findRecordAfter,
  readRecord,
} from './journalFormat.js';

const header = {
  version: 1,
  generation: 3,
  baseSeq: 258,
  prevCrc: 0xdeadbeef,
  snapshotCrc: 0x01020304,
  snapshotSize: 65_536,
  storeId: Uint8Array.from({ length: 16 }, (_, index) => index),
  sqliteVersion: 3_054_001,
};

describe('CRC-32', () => {
  it('is the one everybody knows, with and without zlib', () => {
    const bytes = Buffer.from('123456789');
    expect(crc32(bytes)).toBe(0xcbf43926);
    expect(crc32ByTable(bytes)).toBe(0xcbf43926);
    expect(crc32ByTable(bytes.subarray(4), crc32ByTable(bytes.subarray(0, 4)))).toBe(0xcbf43926);
  });
});

describe('a journal header', () => {
  it('stands as documented: 64 bytes, little-endian', () => {
    expect(
      encodeHeader(header)
        .toString('hex')
        .match(/.{1,32}/g),
    ).toEqual([
      '53514a31010000000300000000000000',
      '0201000000000000efbeadde04030201',
      '00000100000000000001020304050607',
      '08090a0b0c0d0e0fb1992e006fa7a97f',
    ]);
  });

  it('comes back as it was', () => {
    expect(decodeHeader(encodeHeader(header))).toEqual(header);
  });

  it('is refused when any bit of it has flipped, and when it is short', () => {
    for (let bit = 0; bit < 64 * 8; bit += 1) {
      const bytes = encodeHeader(header);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decodeHeader(bytes), `bit ${bit}`).toBeUndefined();
    }
    for (let length = 0; length < 64; length += 1) {
      expect(decodeHeader(encodeHeader(header).subarray(0, length)), `${length} bytes`).toBeUndefined();
    }
  });
});

describe('a journal record', () => {
  const { bytes, crc } = encodeRecord(7, 0xaabbccdd, Buffer.from('{"v":1}'));

  it('stands as documented: length, crc, number, crc of the one before, mark, payload', () => {
    expect(bytes.readUInt32LE(0)).toBe(7);
    expect(bytes.readUInt32LE(4)).toBe(crc);
    expect(bytes.readBigUInt64LE(8)).toBe(7n);
    expect(bytes.readUInt32LE(16)).toBe(0xaabbccdd);
    expect(bytes.subarray(20, 24).toString('hex')).toBe('a5c3520a');
    expect(bytes.toString('utf8', 24)).toBe('{"v":1}');
  });

  it('is not read when any bit of it has flipped, when it is cut, or from another place', () => {
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readRecord(flipped, 0), `bit ${bit}`).toBeUndefined();
    }
    for (let length = 0; length < bytes.length; length += 1) {
      expect(readRecord(bytes.subarray(0, length), 0), `${length} bytes`).toBeUndefined();
    }
    for (let offset = 1; offset < bytes.length; offset += 1) expect(readRecord(bytes, offset)).toBeUndefined();
  });

  it('is found behind damage', () => {
    const journal = Buffer.concat([Buffer.from('damage of any kind \xa5\xc3R\n and so on'), bytes]);
    expect(findRecordAfter(journal, 0)).toBe(journal.length - bytes.length);
    expect(findRecordAfter(journal, journal.length - bytes.length)).toBeUndefined();
  });
});

describe('a payload', () => {
  it('keeps blobs, 64-bit integers, text of any kind and numbers', () => {
    const commit = {
      kind: 'commit',
      at: 5,
      pid: 6,
      v: 7,
      statements: [
        [
          'insert into t values (?)',
          [null, 'größer \u{1F600} \u0000 "', 1.5, -0.1, 2 ** 53, 9_007_199_254_740_993n, Uint8Array.of(0, 255)],
          1,
        ],
        [3, [], 2],
      ],
    } as const;
    expect(decodePayload(encodePayload(commit))).toEqual(commit);
    expect(decodePayload(encodePayload({ kind: 'seal', nextGeneration: 9, restored: true }))).toEqual({
      kind: 'seal',
      nextGeneration: 9,
      restored: true,
    });
    expect(decodePayload(encodePayload({ kind: 'dictionary', texts: ['a', 'b'] }))).toEqual({
      kind: 'dictionary',
      texts: ['a', 'b'],
    });
  });

  it.each(['', '[]', 'null', '7', '{', '{"at":1}', '"seal"', '{"seal":"2"}', '\xff'])('is no payload: %s', text => {
    expect(decodePayload(Buffer.from(text, 'latin1'))).toBeUndefined();
  });

  it.each([
    '{"v":8}',
    '{"v":8,"at":1,"pid":2,"st":{}}',
    '{"v":8,"at":1,"pid":2,"st":[["insert"]]}',
    '{"v":8,"at":1,"pid":2,"st":[["insert",[{"$date":5}],1]]}',
    '{"v":8,"at":1,"pid":2,"st":[["insert",[{"$i":"five"}],1]]}',
    '{"v":8,"changes":[]}',
  ])('is known by its version alone: %s', text => {
    expect(decodePayload(Buffer.from(text))).toEqual({ kind: 'foreign', v: 8 });
  });
});
