import {
  decodePayload,
  findRecordAfter,
  type JournalPayload,
  type JournalRecord,
  readRecord,
  type SealPayload,
} from './journalFormat.js';

export interface ChainPoint {
  readonly seq: number;
  /** CRC of that record. */
  readonly prevCrc: number;
}

export interface ScannedCommit {
  readonly record: JournalRecord;
  readonly payload: JournalPayload;
}

export interface JournalScan {
  /** Records that continue the chain, in order; a seal is last. */
  readonly chain: readonly ScannedCommit[];
  /** Number of records overtaken by another one in their place; all readers ignore them. */
  readonly fenced: number;
  /** Offset in `bytes` after the last complete record. */
  readonly end: number;
  /** Stopped at `end` because of `max`. */
  readonly more: boolean;
  /** A torn write, or damage before more commits. */
  readonly damage: 'none' | 'torn' | 'corrupt';
}

/**
 * Reads records that continue the chain at `from`, up to a seal, damage, the end or `max` records. Skips records up to
 * `from.seq`, which a new journal may repeat.
 *
 * A fenced record extends an earlier place in the chain, where its writer had stopped reading, so its number is not above the
 * last one's. A higher number that does not continue the chain, before or after a seal, proves that a record is missing.
 */
export function scanJournal(bytes: Buffer, offset: number, from: ChainPoint, max = Infinity): JournalScan {
  const chain: ScannedCommit[] = [];
  let { seq, prevCrc } = from;
  let fenced = 0;
  let at = offset;
  while (at < bytes.length) {
    if (chain.length >= max) return { chain, fenced, end: at, more: true, damage: 'none' };
    const record = readRecord(bytes, at);
    if (record === undefined) {
      const damage = findRecordAfter(bytes, at) === undefined ? 'torn' : 'corrupt';
      return { chain, fenced, end: at, more: false, damage };
    }
    if (record.seq !== seq + 1 || record.prevCrc !== prevCrc) {
      if (record.seq > seq) return { chain, fenced, end: at, more: false, damage: 'corrupt' };
      if (record.seq > from.seq) fenced += 1;
      at = record.end;
      continue;
    }
    const payload = decodePayload(record.payload);
    const isOvertaken = payload?.kind === 'seal' && isOutrun(bytes, record);
    if (payload === undefined || isOvertaken) return { chain, fenced, end: at, more: false, damage: 'corrupt' };
    chain.push({ record, payload });
    at = record.end;
    seq = record.seq;
    prevCrc = record.crc;
    if (payload.kind === 'seal') break;
  }
  return { chain, fenced, end: at, more: false, damage: 'none' };
}

/** Records after a seal may prove that the chain continued past it, in a missing record. */
function isOutrun(bytes: Buffer, seal: JournalRecord): boolean {
  let last = seal;
  for (const record of wholeRecords(bytes, seal.end)) {
    // A restore whose journal's successor is lost appends a second seal.
    if (record.seq === last.seq + 1 && record.prevCrc === last.crc) last = record;
    else if (record.seq > last.seq) return true;
  }
  return false;
}

export type Seal = 'sealed' | 'restored' | 'unsealed';

const sealStart = Buffer.from('{"seal":');
const begunStart = Buffer.from('{"begun":');

/**
 * Reads a journal's seal for generation `next`. Ignores fenced seals, even if the record that overtook one is missing but
 * proven by later ones. Skips damage, because records after a seal are never read here.
 */
export function sealIn(bytes: Buffer, next: number, from: number): Seal {
  const seal = findSeal(bytes, next, from);
  if (seal === undefined) return 'unsealed';
  return seal.payload.restored ? 'restored' : 'sealed';
}

/** Finds the seal for generation `next`, as `sealIn` does. */
export function findSeal(
  bytes: Buffer,
  next: number,
  from: number,
): { readonly record: JournalRecord; readonly payload: SealPayload } | undefined {
  const taken = new Set<string>();
  let seal: { readonly record: JournalRecord; readonly payload: SealPayload } | undefined;
  for (const record of wholeRecords(bytes, from)) {
    const place = `${record.seq}.${record.prevCrc}`;
    if (taken.has(place)) continue;
    taken.add(place);
    if (!sealStart.equals(record.payload.subarray(0, sealStart.length))) continue;
    const payload = decodePayload(record.payload);
    if (payload?.kind !== 'seal' || payload.nextGeneration !== next || isOutrun(bytes, record)) continue;
    seal = { record, payload };
  }
  return seal;
}

/** Reads the same from the generation itself, written after the seal. */
export function begunIn(bytes: Buffer, generation: number, from: number): Seal {
  for (const record of wholeRecords(bytes, from)) {
    if (!begunStart.equals(record.payload.subarray(0, begunStart.length))) continue;
    const payload = decodePayload(record.payload);
    if (payload?.kind === 'begun' && payload.generation === generation) return payload.restored ? 'restored' : 'sealed';
  }
  return 'unsealed';
}

/** True if the copied texts of the first numbers are missing. A `begun` record has the number of the last copied record. */
export function lacksDictionary(bytes: Buffer, baseSeq: number, from: number): boolean {
  for (const record of wholeRecords(bytes, from)) {
    const kind = decodePayload(record.payload)?.kind;
    if (record.offset === from && kind === 'dictionary') return false;
    if (kind === 'begun') return record.seq > baseSeq;
  }
  return false;
}

/** Last record of the last unbroken run, regardless of damage. */
export function lastPoint(bytes: Buffer, from: number): ChainPoint | undefined {
  let point: ChainPoint | undefined;
  let end = from;
  for (const record of wholeRecords(bytes, from)) {
    if (point === undefined || record.offset > end || record.seq > point.seq) {
      point = { seq: record.seq, prevCrc: record.crc };
    }
    end = record.end;
  }
  return point;
}

/** Highest number of a complete record; 0 without one. */
export function highestSeq(bytes: Buffer, from: number): number {
  let highest = 0;
  for (const { seq } of wholeRecords(bytes, from)) highest = Math.max(highest, seq);
  return highest;
}

/** True if the chain from `base` includes `point`, so that a reader there can continue here. */
export function leadsThrough(bytes: Buffer, from: number, base: ChainPoint, point: ChainPoint): boolean {
  if (base.seq === point.seq && base.prevCrc === point.prevCrc) return true;
  return scanJournal(bytes, from, base).chain.some(
    ({ record }) => record.seq === point.seq && record.crc === point.prevCrc,
  );
}

function* wholeRecords(bytes: Buffer, from: number): Generator<JournalRecord> {
  let at: number | undefined = from;
  while (at !== undefined && at < bytes.length) {
    const record = readRecord(bytes, at);
    if (record === undefined) at = findRecordAfter(bytes, at);
    else {
      yield record;
      at = record.end;
    }
  }
}
