import { accessSync, constants, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
    return new StoreError(
      'STORE_UNREADABLE',
      `The store in ${directory} could not be read: the system answered ${code}.`,
      {
        hint: 'Nothing was changed. Check the disk and the rights on its files, then repeat the command.',
        cause: error,
      },
    );
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    const { reason, hint } = readOnlyAdvice(directory, isReadable(directory));
    return new StoreError('STORE_READ_ONLY', reason, { hint, cause: error });
  }
  if (code === 'ENOENT' && error.syscall === 'mkdir') {
    return new StoreError('STORE_WRITE_FAILED', `Nothing was written because ${directory} cannot be made.`, {
      hint: 'Check that its disk is there, or name another folder.',
      cause: error,
    });
  }
  return writeFailed(error);
}

const freeSpace = 'Free some space, then repeat the command.';

const reasons: Readonly<Record<string, { readonly why: string; readonly hint: string }>> = {
  ENOSPC: { why: 'the disk is full', hint: freeSpace },
  EDQUOT: { why: 'the disk quota is used up', hint: freeSpace },
  ELOOP: {
    why: 'a file or folder of the store is a link',
    hint: 'Run `stateroom store check` to see which, and move it away; Stateroom does not follow it.',
  },
  ENOTDIR: {
    why: 'a file is in the place of the store’s folder',
    hint: 'Look at what that file is; Stateroom does not touch it.',
  },
};

/** A failed write as a sentence; the disk's reason goes along. */
export function writeFailed(error: unknown): StoreError {
  const code = errorCode(error);
  const { why, hint } = reasons[code ?? 'ENOSPC'] ?? {
    why: `the system answered ${code ?? String(error)}`,
    hint: 'Check the disk and the rights on the store’s folder, then repeat the command.',
  };
  return new StoreError('STORE_WRITE_FAILED', `Nothing was written because ${why}.`, {
    hint,
    ...(error === undefined ? {} : { cause: error }),
  });
}

/** A process that has not asked the store yet outlived the files it is made of: an update removes those of the older version. */
export function programGone(file: string, cause: unknown): StoreError {
  const why = `the program’s own files in ${dirname(file)} are gone, as they are after an update of the extension`;
  return new StoreError('STORE_UNREADABLE', `Nothing was read or written: ${why}.`, {
    hint: 'Start it again; an agent’s MCP server is started by its client, with what Connect an Agent names.',
    cause,
  });
}

const fromSandbox = 'To write from a sandbox, use the tools of the Stateroom MCP server, which runs outside it.';

/** What to tell a process that may not write, and may or may not read. */
export function readOnlyAdvice(directory: string, mayRead: boolean): { reason: string; hint: string } {
  return mayRead
    ? {
        reason: `This process may read the store in ${directory} but not write it.`,
        hint: `Reading works. ${fromSandbox}`,
      }
    : {
        reason: `This process may not write the store in ${directory}.`,
        hint: `Check the rights on its files. ${fromSandbox}`,
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
  return /^(journal|state)\./.test(name);
}

/** No generation can be used. */
export function unreadableError(directory: string, why: string): StoreError {
  return new StoreError('STORE_CORRUPT', `The store cannot be read: ${why}`, {
    hint: `Nothing was changed. Move ${directory} aside to keep it; \`stateroom store restore <file>\` then begins anew from a backup.`,
    details: { directory },
  });
}

/** The folder was removed under a live process. Whoever meets this drops its memory, so that the next call starts over. */
export class VanishedError extends StoreError {
  constructor(directory: string) {
    super('STORE_CORRUPT', `The store in ${directory} has disappeared while it was open.`, {
      hint: 'Put its folder back to have it again; the next write begins a new store.',
      details: { directory },
    });
  }
}

/** A journal in which commits went on is missing, empty or no plain file. `seq` is the last commit that can be read. */
export function lostError(seq: number, file: string): StoreError {
  return new StoreError(
    'STORE_CORRUPT',
    `${file} is missing, empty or not a plain file, and the commits after commit ${seq} were in it.`,
    {
      hint: 'Reading goes on at that commit and nothing is overwritten. Put a copy of the file back if there is one; otherwise keep what is left with `stateroom store backup <file>`, and `stateroom store restore <file>` makes the store usable again.',
      details: { seq, file },
    },
  );
}

/** The files at the store's path are no longer those that memory was read from. */
export function replacedError(): StoreError {
  return new StoreError(
    'STORE_WRITE_FAILED',
    'Nothing was written because the store’s folder was moved or replaced at that moment.',
    { hint: 'Repeat the command.' },
  );
}

/** No store is where one was open, and the folder around it is not the one that it was in: nothing is begun there. */
export function movedError(directory: string, isGone: boolean): StoreError {
  const around = dirname(directory);
  return new StoreError(
    'STORE_MOVED',
    isGone
      ? `The folder ${around}, with the store in it, was moved or deleted.`
      : `The folder ${around} was replaced by another one that has no store.`,
    {
      hint: `Nothing was written. Move ${around} back to continue, or restart this program where the store is now. An agent’s MCP server is restarted by its client.`,
      details: { directory },
    },
  );
}

/** `found` and `known` are versions of the schema or of the file format. */
export function tooNewError(found: number, known: number): StoreError {
  return new StoreError(
    'STORE_TOO_NEW',
    `The store was written by a newer Stateroom (version ${found}, this one knows ${known}).`,
    {
      hint: 'Update Stateroom here; the store was not touched.',
      details: { found, known },
    },
  );
}

/** Damage with acknowledged commits behind it. `seq` is the last one that can be read. */
export function corruptError(seq: number, file: string): StoreError {
  return new StoreError(
    'STORE_CORRUPT',
    `${file} is damaged after commit ${seq}, with later commits behind the damage.`,
    {
      hint: 'Reading goes on at that commit and nothing is overwritten. Run `stateroom store check`, and keep a copy with `stateroom store backup <file>`.',
      details: { seq, file },
    },
  );
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return errorCode(error) !== undefined && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
