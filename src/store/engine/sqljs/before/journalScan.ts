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
  /** CRC of the record with that number. */
  readonly prevCrc: number;
}

export interface ScannedCommit {
  readonly record: JournalRecord;
  readonly payload: JournalPayload;
}

export interface JournalScan {
  /** Records that continue the chain, in order; a seal is the last one if there is any. */
  readonly chain: readonly ScannedCommit[];
  /** Records that another one with the same place in the chain overtook; every reader ignores them. */
  readonly fenced: number;
  /** Offset in `bytes` after the last whole record. */
  readonly end: number;
  /** True when the scan stopped at `end` because it had read as many records as it was to. */
  readonly more: boolean;
  /** What is at `end` if the chain cannot be followed there: a torn write, or damage with commits behind it. */
  readonly damage: 'none' | 'torn' | 'corrupt';
}

/**
 * Reads records from `offset` on, continuing the chain at `from`. Stops at a seal, at the first damaged byte, at the end, or
 * after `most` records of the chain. Records at or before `from.seq` are passed over (a new journal repeats some of the old
 * one).
 *
 * A record that was fenced extends a place that the chain has left behind, because its writer had read that far: its number is
 * at most that of the last record before it. A higher number that does not continue the chain, before a seal or behind it,
 * proves that a record is missing.
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

/** True when records behind a seal prove that the chain continued past it in a record that is missing. */
function isOutrun(bytes: Buffer, seal: JournalRecord): boolean {
  let last = seal;
  for (const record of wholeRecords(bytes, seal.end)) {
    // A restore over a journal whose successor is lost puts its own seal behind the first.
    if (record.seq === last.seq + 1 && record.prevCrc === last.crc) last = record;
    else if (record.seq > last.seq) return true;
  }
  return false;
}

export type Seal = 'sealed' | 'restored' | 'unsealed';

const sealStart = Buffer.from('{"seal":');
const begunStart = Buffer.from('{"begun":');

/**
 * Whether a journal was closed in favour of generation `next`. Only a seal that others follow counts: one that was overtaken
 * by another record with the same place in the chain is fenced, as any record, also where that record is missing by now and
 * later ones prove that it was there. Damage is passed over, because what is behind a seal is never read here anyway.
 */
export function sealIn(bytes: Buffer, next: number, from: number): Seal {
  const seal = findSeal(bytes, next, from);
  if (seal === undefined) return 'unsealed';
  return seal.payload.restored ? 'restored' : 'sealed';
}

/** The seal by which a journal was closed in favour of generation `next`, as `sealIn` judges it; undefined if there is none. */
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

/** The same according to the generation itself, written after the seal: its journal is valid on its own. */
export function begunIn(bytes: Buffer, generation: number, from: number): Seal {
  for (const record of wholeRecords(bytes, from)) {
    if (!begunStart.equals(record.payload.subarray(0, begunStart.length))) continue;
    const payload = decodePayload(record.payload);
    if (payload?.kind === 'begun' && payload.generation === generation) return payload.restored ? 'restored' : 'sealed';
  }
  return 'unsealed';
}

/**
 * True when the numbers that a journal's first records use are missing: they were copied from the generation before, as the
 * generation's own word says, which bears the number of the last of them.
 */
export function lacksDictionary(bytes: Buffer, baseSeq: number, from: number): boolean {
  for (const record of wholeRecords(bytes, from)) {
    const kind = decodePayload(record.payload)?.kind;
    if (record.offset === from && kind === 'dictionary') return false;
    if (kind === 'begun') return record.seq > baseSeq;
  }
  return false;
}

/**
 * Number and CRC of the last record of the last unbroken run, wherever damage is or records are missing; undefined when there
 * is none.
 */
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

/** The highest number that a whole record bears; 0 when there is none. */
export function highestSeq(bytes: Buffer, from: number): number {
  let highest = 0;
  for (const { seq } of wholeRecords(bytes, from)) highest = Math.max(highest, seq);
  return highest;
}

/** True when the chain that begins at `base` comes through `point`, so a reader there can continue in these bytes. */
export function leadsThrough(bytes: Buffer, from: number, base: ChainPoint, point: ChainPoint): boolean {
  if (base.seq === point.seq && base.prevCrc === point.prevCrc) return true;
  return scanJournal(bytes, from, base).chain.some(
    ({ record }) => record.seq === point.seq && record.crc === point.prevCrc,
  );
}

/** Every record that is whole, in the order of the bytes. */
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
