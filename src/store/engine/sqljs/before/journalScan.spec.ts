import { describe, expect, it } from 'vitest';
import { encodePayload, encodeRecord } from './journalFormat.js';
import { begunIn, lacksDictionary, lastPoint, leadsThrough, scanJournal, sealIn } from './journalScan.js';

function commit(seq: number, prevCrc: number, title: string) {
  const payload = encodePayload({ kind: 'commit', at: 1, pid: 1, v: 1, statements: [['insert', [title], 1]] });
  return encodeRecord(seq, prevCrc, payload);
}

function seal(seq: number, prevCrc: number, nextGeneration: number, restored = false) {
  return encodeRecord(seq, prevCrc, encodePayload({ kind: 'seal', nextGeneration, restored }));
}

const one = commit(1, 0, 'one');
const two = commit(2, one.crc, 'two');
const three = commit(3, two.crc, 'three');
const start = { seq: 0, prevCrc: 0 };

function scan(parts: readonly { bytes: Buffer }[]) {
  const journal = Buffer.concat(parts.map(part => part.bytes));
  const result = scanJournal(journal, 0, start);
  return { seqs: result.chain.map(({ record }) => record.seq), fenced: result.fenced, damage: result.damage };
}

describe('a scan', () => {
  it('reads the chain to its end', () => {
    expect(scan([one, two, three])).toEqual({ seqs: [1, 2, 3], fenced: 0, damage: 'none' });
  });

  it('passes over a record that another one overtook', () => {
    const late = commit(2, one.crc, 'late');
    expect(scan([one, two, late, three])).toEqual({ seqs: [1, 2, 3], fenced: 1, damage: 'none' });
  });

  it('takes a number that the chain has not come to for proof that a record is missing', () => {
    const four = commit(4, three.crc, 'four');
    const forged = commit(3, one.crc, 'forged');
    expect(scan([one, three])).toEqual({ seqs: [1], fenced: 0, damage: 'corrupt' });
    expect(scan([one, two, four])).toEqual({ seqs: [1, 2], fenced: 0, damage: 'corrupt' });
    expect(scan([one, three, two])).toEqual({ seqs: [1], fenced: 0, damage: 'corrupt' });
    expect(scan([one, two, forged, three])).toEqual({ seqs: [1, 2], fenced: 0, damage: 'corrupt' });
  });

  it('takes a record that was overtaken for no part of the chain once the one that overtook it is missing', () => {
    const late = commit(2, one.crc, 'late');
    expect(scan([one, late, three])).toEqual({ seqs: [1, 2], fenced: 0, damage: 'corrupt' });
  });

  it('reads a record that is there twice once', () => {
    expect(scan([one, two, two, three])).toEqual({ seqs: [1, 2, 3], fenced: 1, damage: 'none' });
    expect(scan([one, two, three, one])).toEqual({ seqs: [1, 2, 3], fenced: 1, damage: 'none' });
  });

  it('stops at a seal', () => {
    const last = seal(2, one.crc, 2);
    expect(scan([one, last, commit(3, last.crc, 'behind')])).toEqual({ seqs: [1, 2], fenced: 0, damage: 'none' });
  });

  it('does not stop at a seal that commits went on past, in a record that is missing', () => {
    const late = seal(2, one.crc, 2);
    expect(scan([one, late, three])).toEqual({ seqs: [1], fenced: 0, damage: 'corrupt' });
    expect(scan([one, two, seal(3, two.crc, 2), two])).toEqual({ seqs: [1, 2, 3], fenced: 0, damage: 'none' });
  });

  it('stops after as many as it was to read, and goes on from there', () => {
    const journal = Buffer.concat([one.bytes, two.bytes, three.bytes]);
    const first = scanJournal(journal, 0, start, 2);
    expect([first.chain.map(({ record }) => record.seq), first.more, first.damage]).toEqual([[1, 2], true, 'none']);
    const rest = scanJournal(journal, first.end, { seq: 2, prevCrc: two.crc }, 2);
    expect([rest.chain.map(({ record }) => record.seq), rest.more, rest.damage]).toEqual([[3], false, 'none']);
  });

  it('says that there is no more where the last that it was to read is the last there is', () => {
    expect(scanJournal(Buffer.concat([one.bytes, two.bytes]), 0, start, 2).more).toBe(false);
  });

  it('tells a torn end from damage with commits behind it', () => {
    expect(scan([one, { bytes: two.bytes.subarray(0, 30) }]).damage).toBe('torn');
    expect(scan([one, { bytes: two.bytes.subarray(0, 30) }, three])).toEqual({
      seqs: [1],
      fenced: 0,
      damage: 'corrupt',
    });
  });
});

describe('a new generation', () => {
  const begun = (generation: number, restored = false) =>
    encodeRecord(2, 0, encodePayload({ kind: 'begun', generation, restored }));

  it('says itself that it counts, wherever that stands and whatever is damaged before', () => {
    expect(begunIn(begun(2).bytes, 2, 0)).toBe('sealed');
    expect(begunIn(begun(2, true).bytes, 2, 0)).toBe('restored');
    expect(begunIn(Buffer.concat([one.bytes, two.bytes.subarray(3), begun(2).bytes]), 2, 0)).toBe('sealed');
    expect(begunIn(begun(3).bytes, 2, 0)).toBe('unsealed');
    expect(begunIn(Buffer.concat([one.bytes, two.bytes]), 2, 0)).toBe('unsealed');
  });

  it('lacks its first record when its own word comes behind commits that were copied', () => {
    const texts = encodeRecord(0, 0, encodePayload({ kind: 'dictionary', texts: ['insert'] }));
    const lacks = (parts: readonly { bytes: Buffer }[], baseSeq: number) =>
      lacksDictionary(Buffer.concat(parts.map(part => part.bytes)), baseSeq, 0);
    expect(lacks([one, two, begun(2)], 0)).toBe(true);
    expect(lacks([begun(2), three], 2)).toBe(false);
    expect(lacks([texts, one, two, begun(2)], 0)).toBe(false);
    expect(lacks([one, two], 0)).toBe(false);
  });

  it('is no commit to those who read on', () => {
    expect(scan([one, two, begun(2), three])).toEqual({ seqs: [1, 2, 3], fenced: 1, damage: 'none' });
  });

  it('can be gone on in from a place that its chain comes through', () => {
    const journal = Buffer.concat([one.bytes, two.bytes, three.bytes]);
    expect(leadsThrough(journal, 0, start, start)).toBe(true);
    expect(leadsThrough(journal, 0, start, { seq: 2, prevCrc: two.crc })).toBe(true);
    expect(leadsThrough(journal, 0, start, { seq: 2, prevCrc: one.crc })).toBe(false);
    expect(leadsThrough(journal, 0, start, { seq: 4, prevCrc: three.crc })).toBe(false);
  });
});

describe('the last place of a damaged journal', () => {
  const place = (parts: readonly Buffer[]) => lastPoint(Buffer.concat(parts), 0);

  it('is behind its last whole record that others follow', () => {
    const late = commit(2, one.crc, 'late');
    expect(place([one.bytes, two.bytes.subarray(3), three.bytes])).toEqual({ seq: 3, prevCrc: three.crc });
    expect(place([one.bytes, two.bytes, late.bytes])).toEqual({ seq: 2, prevCrc: two.crc });
    expect(place([one.bytes.subarray(3)])).toBeUndefined();
  });

  it('is behind the last record also where others are missing before it', () => {
    expect(place([one.bytes, three.bytes])).toEqual({ seq: 3, prevCrc: three.crc });
    expect(place([two.bytes, one.bytes])).toEqual({ seq: 2, prevCrc: two.crc });
  });
});

describe('a seal', () => {
  const closing = seal(3, two.crc, 2);
  const sealed = (parts: readonly { bytes: Buffer }[], next = 2) =>
    sealIn(Buffer.concat(parts.map(part => part.bytes)), next, 0);

  it('closes a journal in favour of the generation that it names', () => {
    expect(sealed([one, two, closing])).toBe('sealed');
    expect(sealed([one, two, closing], 3)).toBe('unsealed');
    expect(sealed([one, two, seal(3, two.crc, 2, true)])).toBe('restored');
    expect(sealed([one, two, three])).toBe('unsealed');
    expect(sealed([])).toBe('unsealed');
  });

  it('counts for nothing when a commit has overtaken it', () => {
    expect(sealed([one, two, three, closing])).toBe('unsealed');
  });

  it('counts for nothing when the commit that overtook it is missing and later ones are there', () => {
    const four = commit(4, three.crc, 'four');
    expect(sealed([one, two, closing, four])).toBe('unsealed');
  });

  it('is replaced by that of a restore into the same generation', () => {
    expect(sealed([one, two, closing, seal(4, closing.crc, 2, true)])).toBe('restored');
  });

  it('still counts when something was written behind it', () => {
    expect(sealed([one, two, closing, three])).toBe('sealed');
  });

  it('is found behind damage', () => {
    expect(sealed([one, { bytes: two.bytes.subarray(5) }, closing])).toBe('sealed');
  });
});
