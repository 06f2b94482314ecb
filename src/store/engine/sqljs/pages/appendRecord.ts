import { ReplacedError, uncertain, writeFailed } from '../failure.js';
import { errorCode } from '../storeFileSystem.js';
import type { LogFile } from './logFile.js';
import { type ChainPoint, headBytes, scanLog, type Writer, withdrawal } from './logRecord.js';

export interface Position extends ChainPoint {
  readonly offset: number;
}

export interface AppendPlace {
  readonly log: LogFile;
  /** Last commit, after which the record belongs. */
  readonly position: Position;
  /** Size of the log when last checked, in bytes. */
  readonly seen: number;
  readonly writer: Writer;
}

export type SealedRecord = ChainPoint & { readonly record: Buffer };

/**
 * Returns the record's offset in the log; undefined if another process was first. `hasNewerBase` is true after another log was
 * started. Throws COMMIT_FENCED if the path leads to another file, STORE_WRITE_FAILED if nothing was written, and
 * STORE_UNCERTAIN if the record may have been.
 */
export function appendRecord(
  place: AppendPlace,
  sealed: SealedRecord,
  hasNewerBase: () => boolean,
): number | undefined {
  return isOvertaken(place, sealed, hasNewerBase) ? undefined : write(place, sealed, hasNewerBase);
}

/** In a log that was truncated below the last commit, a record would look like damage. */
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
    // Fast path: usually nothing was appended in between.
    const isNext = failure === undefined && log.read(position.offset, headBytes).equals(record.subarray(0, headBytes));
    start = isNext ? position.offset : find(place, sealed);
  } catch (error) {
    throw uncertain(error);
  }
  if (failure !== undefined) {
    // Complete although the call failed: others may have read it.
    if (typeof start === 'number') throw uncertain(failure.error);
    // Missing when first opened for writing: others sealed and removed it, or the folder was moved.
    if (errorCode(failure.error) === 'ENOENT') {
      if (hasNewerBase()) return undefined;
      throw new ReplacedError(seq, crc);
    }
    throw failure.error ?? writeFailed(undefined);
  }
  if (start !== 'missing') return start;
  // Written completely but not in its place: the file was truncated or replaced at this moment.
  log.append(withdrawal(log.marker, sealed, writer));
  throw new ReplacedError(seq, crc);
}

/** Returns the offset if the chain's next record is this one; undefined if it is another's. */
function find({ log, position }: AppendPlace, sealed: ChainPoint): number | undefined | 'missing' {
  const [first] = scanLog(log.readFrom(position.offset), log.marker, position).records;
  if (first === undefined) return 'missing';
  return first.seq === sealed.seq && first.crc === sealed.crc ? position.offset + first.start : undefined;
}
