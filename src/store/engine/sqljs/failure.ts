import { accessSync, constants, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NextStep } from '../../../domain/refusal/refusal.js';
import { type Message, message } from '../../../messages/message.js';
import { StoreError } from '../../storeError.js';
import { errorCode } from './storeFileSystem.js';

/**
 * What the file system threw, as a sentence with the next step. Errors of other kinds (a caller's own, a StoreError) come
 * back as they are.
 */
export function explainFailure(error: unknown, directory: string, doing: 'read' | 'write'): unknown {
  if (error instanceof StoreError || !isSystemError(error)) return error;
  const { code } = error;
  if (doing === 'read') {
    return new StoreError('STORE_UNREADABLE', message('store.unreadable', { directory, code }), {
      hint: message('store.unreadableHint'),
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    const { reason, hint } = readOnlyAdvice(directory, isReadable(directory));
    return new StoreError('STORE_READ_ONLY', reason, { hint, cause: error });
  }
  if (code === 'ENOENT' && error.syscall === 'mkdir') {
    return new StoreError('STORE_WRITE_FAILED', message('store.cannotBeMade', { directory }), {
      hint: message('store.cannotBeMadeHint'),
      cause: error,
    });
  }
  return writeFailed(error);
}

const freeSpace = message('store.freeSpace');

/** Finds out what is wrong with the files. */
export const checkStore: { readonly next: readonly NextStep[] } = { next: [{ operation: 'store.check', input: {} }] };

interface FailureReason {
  readonly why: Message;
  readonly hint: Message;
  readonly next?: readonly NextStep[];
}

const reasons: Readonly<Record<string, FailureReason>> = {
  ENOSPC: { why: message('store.diskFull'), hint: freeSpace },
  EDQUOT: { why: message('store.quotaUsed'), hint: freeSpace },
  ELOOP: {
    why: message('store.isLink'),
    hint: message('store.isLinkHint'),
    ...checkStore,
  },
  ENOTDIR: {
    why: message('store.folderIsFile'),
    hint: message('store.folderIsFileHint'),
  },
};

/** A failed write as a sentence; the disk's reason goes along. */
export function writeFailed(error: unknown): StoreError {
  const code = errorCode(error);
  const { why, ...advice } = reasons[code ?? 'ENOSPC'] ?? {
    why: message('store.systemAnswered', { code: code ?? String(error) }),
    hint: message('store.checkDisk'),
  };
  return new StoreError('STORE_WRITE_FAILED', message('store.notWritten', { why }), {
    ...advice,
    ...(error === undefined ? {} : { cause: error }),
  });
}

/** A process that has not asked the store yet outlived the files it is made of: an update removes those of the older version. */
export function programGone(file: string, cause: unknown): StoreError {
  const why = message('store.programGone', { directory: dirname(file) });
  return new StoreError('STORE_UNREADABLE', message('store.nothingDone', { why }), {
    hint: message('store.programGoneHint'),
    cause,
  });
}

/** What to tell a process that may not write, and may or may not read. */
export function readOnlyAdvice(directory: string, mayRead: boolean): { reason: Message; hint: Message } {
  return mayRead
    ? {
        reason: message('store.readOnly', { directory }),
        hint: message('store.readOnlyHint'),
      }
    : {
        reason: message('store.noRights', { directory }),
        hint: message('store.noRightsHint'),
      };
}

/** True when the process may read the files in which the store keeps its rows. */
function isReadable(directory: string): boolean {
  try {
    for (const name of readdirSync(directory).filter(isOfStore)) accessSync(join(directory, name), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function isOfStore(name: string): boolean {
  return /^(journal|state|base|log|image|pages)\./.test(name);
}

/** Nothing in the folder can be used. */
export function unreadableError(directory: string, why: string | Message): StoreError {
  return new StoreError('STORE_CORRUPT', message('store.cannotRead', { why }), {
    hint: message('store.cannotReadHint', { directory }),
    details: { directory },
  });
}

/**
 * STORE_CORRUPT for an error of SQLite about an unusable database in files whose checksums match; undefined for any other error.
 */
export function malformedError(error: unknown): StoreError | undefined {
  if (!(error instanceof Error) || error instanceof StoreError || !malformed.test(error.message)) return undefined;
  return new StoreError('STORE_CORRUPT', message('store.malformed', { problem: error.message }), {
    hint: message('store.malformedHint'),
    ...checkStore,
    cause: error,
  });
}

const malformed =
  /^(database disk image is malformed|malformed database schema|file is not a database|unsupported file format|unable to open database file)/;

/** The folder was removed under a live process, which drops its memory so that the next call starts over. */
export class VanishedError extends StoreError {
  constructor(directory: string) {
    super('STORE_CORRUPT', message('store.vanished', { directory }), {
      hint: message('store.vanishedHint'),
      details: { directory },
    });
  }
}

/** A log in which commits continued is missing, empty or no plain file. `seq` is the last commit that can be read. */
export function lostError(seq: number, file: string): StoreError {
  return new StoreError('STORE_CORRUPT', message('store.commitsMissing', { file, seq }), {
    hint: message('store.commitsMissingHint'),
    details: { seq, file },
  });
}

/** The files at the store's path are no longer those that memory was read from. */
export function replacedError(): StoreError {
  return new StoreError('STORE_WRITE_FAILED', message('store.movedMeanwhile'), {
    hint: message('store.movedMeanwhileHint'),
  });
}

/** No store is where one was open, and the folder around it is not the one that it was in: nothing is begun there. */
export function movedError(directory: string, isGone: boolean): StoreError {
  const around = dirname(directory);
  return new StoreError(
    'STORE_MOVED',
    isGone
      ? message('store.folderGone', { directory: around })
      : message('store.folderReplaced', { directory: around }),
    {
      hint: message('store.folderGoneHint', { directory: around }),
      details: { directory },
    },
  );
}

/** `found` and `known` are versions of the schema or of the file format. */
export function tooNewError(found: number, supported: number): StoreError {
  return new StoreError('STORE_TOO_NEW', message('store.tooNew', { found, known: supported }), {
    hint: message('store.tooNewHint'),
    details: { found, known: supported },
  });
}

/** Damage with acknowledged commits behind it. `seq` is the last one that can be read. */
export function corruptError(seq: number, file: string): StoreError {
  return new StoreError('STORE_CORRUPT', message('store.damaged', { file, seq }), {
    hint: message('store.damagedHint'),
    next: [...checkStore.next, { operation: 'store.backup', input: {} }],
    details: { seq, file },
  });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return errorCode(error) !== undefined && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

/** The disk does not say whether it has a record. */
export function uncertain(cause: unknown): StoreError {
  return new StoreError('STORE_UNCERTAIN', message('store.uncertain'), {
    hint: message('store.uncertainHint'),
    cause,
  });
}

/** True when the disk does not say whether it has what was written. */
export function isUncertain(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'STORE_UNCERTAIN';
}

/** Our record and another's were written at the same place; the chain decides which of them counts. */
export class FencedError extends StoreError {
  readonly seq: number;
  readonly crc: number;

  constructor(seq: number, crc: number, text = message('store.overtaken', { seq })) {
    super('COMMIT_FENCED', text, {
      hint: message('store.overtakenHint'),
      details: { seq },
    });
    this.seq = seq;
    this.crc = crc;
  }
}

/** Our record, if it was written at all, went into a log that the store's path does not lead to any more. */
export class ReplacedError extends FencedError {
  constructor(seq: number, crc: number) {
    super(seq, crc, message('store.replacedMeanwhile'));
  }
}
