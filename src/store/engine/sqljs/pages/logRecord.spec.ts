import { describe, expect, it } from 'vitest';
import {
  type ChainPoint,
  headBytes,
  newWriter,
  type RecordKind,
  recordKinds,
  scanLog,
  sealRecord,
  withdrawal,
} from './logRecord.js';

const marker = Buffer.from('a1b2c3d4e5f60718', 'hex');
const start: ChainPoint = { seq: 0, crc: 0 };

function record(after: ChainPoint, text: string, kind: RecordKind = recordKinds.commit) {
  const body = Buffer.from(text);
  const bytes = new Uint8Array(headBytes + body.length);
  bytes.set(body, headBytes);
  return sealRecord(bytes, bytes.length, marker, after, kind, 3, newWriter());
}

const one = record(start, 'one');
const two = record(one, 'two, of more bytes');
const three = record(two, 'three');
const all = Buffer.concat([one.record, two.record, three.record]);
const seqs = (bytes: Buffer, from = start) => {
  const { records, isDamaged } = scanLog(bytes, marker, from);
  return { seqs: records.map(({ seq }) => seq), isDamaged };
};

describe('a log', () => {
  it('is read in order, with where each record stands', () => {
    const { records, isDamaged } = scanLog(all, marker, start);
    expect(isDamaged).toBe(false);
    expect(
      records.map(({ seq, kind, schema, start, body, end }) => [seq, kind, schema, start, body - start, end]),
    ).toEqual([
      [1, 1, 3, 0, 44, 47],
      [2, 1, 3, 47, 44, 109],
      [3, 1, 3, 109, 44, 158],
    ]);
    expect(seqs(all.subarray(47), one)).toEqual({ seqs: [2, 3], isDamaged: false });
  });

  it('that was cut anywhere has the records before the cut, and is not damaged', () => {
    for (let length = 0; length < all.length; length += 1) {
      const whole = [47, 109, 158].filter(end => end <= length).length;
      expect(seqs(all.subarray(0, length))).toEqual({ seqs: [1, 2, 3].slice(0, whole), isDamaged: false });
    }
  });

  it('goes on behind a write that was cut off', () => {
    for (let length = 1; length < two.record.length; length += 1) {
      const bytes = Buffer.concat([one.record, two.record.subarray(0, length), two.record, three.record]);
      expect(seqs(bytes)).toEqual({ seqs: [1, 2, 3], isDamaged: false });
    }
  });

  it('with a flipped bit in any byte before the last record is damaged there, and never misread', () => {
    for (let at = 0; at < 109; at += 1) {
      const bytes = Buffer.from(all);
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
      expect(seqs(bytes)).toEqual({ seqs: at < 47 ? [] : [1], isDamaged: true });
    }
  });

  it('with a flipped bit in its last record ends before that', () => {
    for (let at = 109; at < all.length; at += 1) {
      const bytes = Buffer.from(all);
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
      expect(seqs(bytes)).toEqual({ seqs: [1, 2], isDamaged: false });
    }
  });

  it('passes over the record of a writer that another overtook', () => {
    const late = record(one, 'too late');
    expect(seqs(Buffer.concat([one.record, two.record, late.record, three.record]))).toEqual({
      seqs: [1, 2, 3],
      isDamaged: false,
    });
  });

  it('is damaged where a record is missing, or continues another', () => {
    expect(seqs(Buffer.concat([one.record, three.record]))).toEqual({ seqs: [1], isDamaged: true });
    const other = record(record(one, 'another'), 'three of another');
    expect(seqs(Buffer.concat([one.record, two.record, other.record]))).toEqual({ seqs: [1, 2], isDamaged: true });
  });

  it('ends with its seal', () => {
    const seal = record(two, '{}', recordKinds.seal);
    const behind = record(seal, 'behind');
    expect(seqs(Buffer.concat([one.record, two.record, seal.record, behind.record]))).toEqual({
      seqs: [1, 2, 3],
      isDamaged: false,
    });
  });

  it('does not take what is within a record of another log for its own', () => {
    const bytes = new Uint8Array(headBytes + one.record.length);
    bytes.set(one.record, headBytes);
    const around = sealRecord(bytes, bytes.length, Buffer.from('0000000000000001', 'hex'), start, 1, 3, newWriter());
    expect(scanLog(around.record, Buffer.from('0000000000000001', 'hex'), start).records).toHaveLength(1);
  });

  it('is not damaged by a record that its writer has withdrawn, and goes on behind it', () => {
    const stray = record({ seq: 7, crc: 12_345 }, 'of another file');
    const taken = withdrawal(marker, stray, newWriter());
    expect(seqs(Buffer.concat([one.record, stray.record, two.record]))).toEqual({ seqs: [1], isDamaged: true });
    expect(seqs(Buffer.concat([one.record, stray.record, taken, two.record]))).toEqual({
      seqs: [1, 2],
      isDamaged: false,
    });
    expect(seqs(Buffer.concat([one.record, taken, stray.record]))).toEqual({ seqs: [1], isDamaged: true });
  });
});
