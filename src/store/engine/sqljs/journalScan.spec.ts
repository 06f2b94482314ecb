import { describe, expect, it } from 'vitest';
import { encodePayload, encodeRecord } from './journalFormat.js';
import { begunIn, lastPoint, leadsThrough, scanJournal, sealIn } from './journalScan.js';

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

  it('passes over a record with the right number behind another one than before', () => {
    const forged = commit(3, one.crc, 'forged');
    expect(scan([one, two, forged, three])).toEqual({ seqs: [1, 2, 3], fenced: 1, damage: 'none' });
  });

  it('stops at a seal', () => {
    const last = seal(2, one.crc, 2);
    expect(scan([one, last, commit(3, last.crc, 'behind')])).toEqual({ seqs: [1, 2], fenced: 0, damage: 'none' });
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

  it('still counts when something was written behind it', () => {
    expect(sealed([one, two, closing, three])).toBe('sealed');
  });

  it('is found behind damage', () => {
    expect(sealed([one, { bytes: two.bytes.subarray(5) }, closing])).toBe('sealed');
  });
});
