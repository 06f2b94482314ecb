import { constants } from 'node:fs';
import { lstat, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { insteadOf } from './insteadOf.js';
import { makeOwnFolder, noFollow, requireOwnFolder } from './ownFolder.js';

/** A part of a log, in whole bytes. */
export interface LogPart {
  readonly content: Uint8Array;
  /** Where the part begins and ends, in bytes from the beginning of the log. */
  readonly start: number;
  readonly end: number;
  /** When something was added last, ms UTC. */
  readonly writtenAt: number;
}

/** Texts that grow, by the names of lanes. */
export interface TextLogs {
  /** Where the log of this name is, whether or not there is one. */
  path(name: string): string;
  /** Adds to the end; a log that is full is put aside first, in the place of the one put aside before. */
  append(name: string, content: Uint8Array): Promise<void>;
  /**
   * At most `most` bytes from `from` on, or the last ones when `from` is undefined. From the beginning when there is less
   * than `from`: it was begun again. Undefined when there is no log of this name.
   */
  read(name: string, max: number, from?: number): Promise<LogPart | undefined>;
}

/** A log is put aside when it would grow beyond this, in bytes. */
const fullAt = 16 * 1024 * 1024;

/** Such logs in one folder, readable by their owner alone. Touches nothing before the first call. */
export function openTextLogs(folder: string): TextLogs {
  const path = (name: string): string => join(folder, `${name}.log`);
  const sizeOf = (file: string): Promise<number | undefined> =>
    lstat(file).then(
      found => {
        // A link would lead the text somewhere else, and a pipe would be waited for.
        if (!found.isFile())
          throw new Error(`${file} is not a regular file, so nothing was added to it. Move it away.`);
        return found.size;
      },
      () => undefined,
    );
  return {
    path,
    async append(name, content) {
      const file = path(name);
      await requireOwnFolder(folder);
      const size = await sizeOf(file);
      if (size === undefined) await makeOwnFolder(folder);
      else if (size > 0 && size + content.length > fullAt) await rename(file, `${file}.earlier`);
      const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK | noFollow;
      const log = await open(file, flags, 0o600);
      try {
        await log.writeFile(content);
      } finally {
        await log.close();
      }
    },
    async read(name, max, from) {
      await requireOwnFolder(folder);
      const flags = constants.O_RDONLY | constants.O_NONBLOCK | noFollow;
      const file = await open(path(name), flags).catch(insteadOf('ENOENT', undefined));
      if (file === undefined) return undefined;
      try {
        const { size, mtimeMs } = await file.stat();
        const start = from === undefined ? Math.max(0, size - max) : from > size ? 0 : from;
        const length = Math.min(max, size - start);
        const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, start);
        return { content: buffer.subarray(0, bytesRead), start, end: start + bytesRead, writtenAt: mtimeMs };
      } finally {
        await file.close();
      }
    },
  };
}
