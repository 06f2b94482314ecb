import { accessSync, constants, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NextStep } from '../../../domain/refusal/refusal.js';
import { type Message, message } from '../../../messages/message.js';
import { StoreError } from '../../storeError.js';
import { errorCode } from './storeFileSystem.js';

/** Converts file-system errors to a StoreError with the next step; returns others unchanged. */
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

/** An update removed the program's files before the process first used the store. */
export function programGone(file: string, cause: unknown): StoreError {
  const why = message('store.programGone', { directory: dirname(file) });
  return new StoreError('STORE_UNREADABLE', message('store.nothingDone', { why }), {
    hint: message('store.programGoneHint'),
    cause,
  });
}

/** Advice without write access, and perhaps without read access. */
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

/** Tries to read the files with the store's rows. */
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

export function unreadableError(directory: string, why: string | Message): StoreError {
  return new StoreError('STORE_CORRUPT', message('store.cannotRead', { why }), {
    hint: message('store.cannotReadHint', { directory }),
    details: { directory },
  });
}

/** Converts SQLite errors about an unusable database in files with matching checksums to STORE_CORRUPT. */
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

/** The folder was removed under a live process, whose next call starts over. */
export class VanishedError extends StoreError {
  constructor(directory: string) {
    super('STORE_CORRUPT', message('store.vanished', { directory }), {
      hint: message('store.vanishedHint'),
      details: { directory },
    });
  }
}

/** A log with later commits is missing, empty or irregular. `seq` is the last readable commit. */
export function lostError(seq: number, file: string): StoreError {
  return new StoreError('STORE_CORRUPT', message('store.commitsMissing', { file, seq }), {
    hint: message('store.commitsMissingHint'),
    details: { seq, file },
  });
}

/** The files at the path are no longer those that were read. */
export function replacedError(): StoreError {
  return new StoreError('STORE_WRITE_FAILED', message('store.movedMeanwhile'), {
    hint: message('store.movedMeanwhileHint'),
  });
}

/** The open store is gone and its parent folder is another one: no store may be created there. */
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

/** Both versions are of the schema, or both of the file format. */
export function tooNewError(found: number, supported: number): StoreError {
  return new StoreError('STORE_TOO_NEW', message('store.tooNew', { found, known: supported }), {
    hint: message('store.tooNewHint'),
    details: { found, known: supported },
  });
}

/** Damage before acknowledged commits. `seq` is the last readable one. */
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

/** The record may be on disk. */
export function uncertain(cause: unknown): StoreError {
  return new StoreError('STORE_UNCERTAIN', message('store.uncertain'), {
    hint: message('store.uncertainHint'),
    cause,
  });
}

export function isUncertain(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'STORE_UNCERTAIN';
}

/** Two records were written in the same place; the chain decides. */
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

/** A written record is in a log that the path no longer leads to. */
export class ReplacedError extends FencedError {
  constructor(seq: number, crc: number) {
    super(seq, crc, message('store.replacedMeanwhile'));
  }
}
