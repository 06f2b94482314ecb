import { ReplacedError, uncertain, writeFailed } from '../failure.js';
import { errorCode } from '../storeFileSystem.js';
import type { LogFile } from './logFile.js';
import { type ChainPoint, headBytes, scanLog, type Writer, withdrawal } from './logRecord.js';

/** A place in the chain, and the bytes of its log up to there. */
export interface Position extends ChainPoint {
  readonly offset: number;
}

/** Where a record is to go. */
export interface AppendPlace {
  readonly log: LogFile;
  /** The last commit, behind which it belongs. */
  readonly position: Position;
  /** Size of the log at the last look. */
  readonly seen: number;
  readonly writer: Writer;
}

/** A record with its own place in the chain. */
export type SealedRecord = ChainPoint & { readonly record: Buffer };

/**
 * Appends a record, and returns its offset in the log once it is there; undefined when another's was first. `hasNewerBase` tells
 * whether others have begun another log. Throws COMMIT_FENCED when the path leads to another file by now, STORE_WRITE_FAILED when
 * nothing was written, and STORE_UNCERTAIN when the record may be there all the same.
 */
export function appendRecord(
  place: AppendPlace,
  sealed: SealedRecord,
  hasNewerBase: () => boolean,
): number | undefined {
  return isOvertaken(place, sealed, hasNewerBase) ? undefined : write(place, sealed, hasNewerBase);
}

/** A log that was cut below what we hold takes no record: that would look like damage behind the cut. */
function isOvertaken(
  { log, position, seen }: AppendPlace,
  { seq, crc }: ChainPoint,
  hasNewerBase: () => boolean,
): boolean {
  const size = log.size();
  if (size === undefined && hasNewerBase()) return true;
  if (size === undefined || size < position.offset) throw new ReplacedError(seq, crc);
  return size !== seen;
}

function write(place: AppendPlace, sealed: SealedRecord, hasNewerBase: () => boolean): number | undefined {
  const { log, position, writer } = place;
  const { record, seq, crc } = sealed;
  let failure: { readonly error: unknown } | undefined;
  try {
    if (log.append(record) !== record.length) failure = { error: undefined };
  } catch (error) {
    failure = { error };
  }
  let start: number | undefined | 'missing';
  try {
    // As a rule nothing came between.
    const isNext = failure === undefined && log.read(position.offset, headBytes).equals(record.subarray(0, headBytes));
    start = isNext ? position.offset : find(place, sealed);
  } catch (error) {
    throw uncertain(error);
  }
  if (failure !== undefined) {
    // Whole, although the call failed: others may have read it.
    if (typeof start === 'number') throw uncertain(failure.error);
    // Opened only now, and gone: others have sealed it and are done with it, or the folder was moved.
    if (errorCode(failure.error) === 'ENOENT') {
      if (hasNewerBase()) return undefined;
      throw new ReplacedError(seq, crc);
    }
    throw failure.error ?? writeFailed(undefined);
  }
  if (start !== 'missing') return start;
  // Written in full, and yet not where it belongs: someone cut or replaced the file at this moment.
  log.append(withdrawal(log.marker, sealed, writer));
  throw new ReplacedError(seq, crc);
}

/** The offset of the chain's next record if it is this one; undefined if it is another's. */
function find({ log, position }: AppendPlace, sealed: ChainPoint): number | undefined | 'missing' {
  const [first] = scanLog(log.readFrom(position.offset), log.marker, position).records;
  if (first === undefined) return 'missing';
  return first.seq === sealed.seq && first.crc === sealed.crc ? position.offset + first.start : undefined;
}
