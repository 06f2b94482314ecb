import { appendFile, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeStoreFolder } from './files.js';

/** A part of a log, in whole bytes. */
export interface LogPart {
  readonly content: Uint8Array;
  /** Where the part begins and ends, in bytes from the beginning of the log. */
  readonly start: number;
  readonly end: number;
}

/** Texts that grow, by the names of lanes. */
export interface TextLogs {
  /** Where the log of this name is, whether or not there is one. */
  path(name: string): string;
  /** Adds to the end; a log that is full is put aside first, in the place of the one put aside before. */
  append(name: string, content: Uint8Array): Promise<void>;
  /**
   * At most `most` bytes from `from` on, or the last ones when `from` is undefined. From the beginning when there is less
   * than `from`: it was begun anew. Undefined when there is no log of this name.
   */
  read(name: string, most: number, from?: number): Promise<LogPart | undefined>;
}

/** A log is put aside when it would grow beyond this, in bytes. */
const fullAt = 16 * 1024 * 1024;

/** Such logs in one folder, readable by their owner alone. Touches nothing before the first call. */
export function openTextLogs(folder: string): TextLogs {
  const path = (name: string): string => join(folder, `${name}.log`);
  return {
    path,
    async append(name, content) {
      const file = path(name);
      const size = await stat(file).then(
        found => found.size,
        () => undefined,
      );
      if (size === undefined) await makeStoreFolder(folder);
      else if (size > 0 && size + content.length > fullAt) await rename(file, `${file}.earlier`);
      await appendFile(file, content, { mode: 0o600 });
    },
    async read(name, most, from) {
      const file = await open(path(name), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (file === undefined) return undefined;
      try {
        const { size } = await file.stat();
        const start = from === undefined ? Math.max(0, size - most) : from > size ? 0 : from;
        const length = Math.min(most, size - start);
        const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, start);
        return { content: buffer.subarray(0, bytesRead), start, end: start + bytesRead };
      } finally {
        await file.close();
      }
    },
  };
}
