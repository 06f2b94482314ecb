import { constants } from 'node:fs';
import { lstat, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { insteadOf } from './insteadOf.js';
import { makeOwnFolder, noFollow, requireOwnFolder } from './ownFolder.js';
import type { ProcessMutex } from './processMutex.js';

export interface LogPart {
  readonly content: Uint8Array;
  /** Bytes from the beginning of the log. */
  readonly start: number;
  readonly end: number;
  /** ms UTC. */
  readonly writtenAt: number;
}

export interface TextLogs {
  path(name: string): string;
  /** Moves a full log aside first, replacing the previous one. */
  append(name: string, content: Uint8Array): Promise<void>;
  /** Reads at most `max` bytes from `from` on, or the last ones without it; from the beginning if the log was begun again. */
  read(name: string, max: number, from?: number): Promise<LogPart | undefined>;
}

const fullAt = 16 * 1024 * 1024;

/** Opens logs readable only by their owner, which processes move aside in turns. Does no I/O before the first call. */
export function openTextLogs(folder: string, turns: Pick<ProcessMutex, 'take'>): TextLogs {
  const path = (name: string): string => join(folder, `${name}.log`);
  const sizeOf = (file: string): Promise<number | undefined> =>
    lstat(file).then(
      found => {
        // A link would redirect the text, and a pipe would block.
        if (!found.isFile())
          throw new Error(`${file} is not a regular file, so nothing was added to it. Move it away.`);
        return found.size;
      },
      () => undefined,
    );
  const isFull = (size: number, content: Uint8Array): boolean => size > 0 && size + content.length > fullAt;
  return {
    path,
    async append(name, content) {
      const file = path(name);
      await requireOwnFolder(folder);
      const size = await sizeOf(file);
      if (size === undefined) await makeOwnFolder(folder);
      else if (isFull(size, content)) {
        await turns.take(`log-${name}`, async () => {
          // Another process may have begun it again: the earlier log is the one that it moved aside.
          if (isFull((await sizeOf(file)) ?? 0, content)) await rename(file, `${file}.earlier`);
        });
      }
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
