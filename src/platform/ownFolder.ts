import { constants } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { insteadOf } from './insteadOf.js';

/**
 * A folder of the store that is a link or a file: what is written through it, or removed in it, would be somewhere else. Its
 * message is a sentence.
 */
export class FolderRefused extends Error {
  readonly code = 'ELOOP';
  readonly syscall = 'open';

  constructor(readonly path: string) {
    super(`${path} is a link or a file, not a folder of the store, so nothing was written. Move it away.`);
    this.name = 'FolderRefused';
  }
}

/** Does not follow a link in the last part of a path; 0 where the system has no such flag. */
export const noFollow: number = constants.O_NOFOLLOW ?? 0;

/** Throws `FolderRefused` when a path is anything but a folder; one that is missing passes. */
export async function requireOwnFolder(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) throw new FolderRefused(folder);
}

/** True for a folder that is there and is not a link. */
export async function isOwnFolder(folder: string): Promise<boolean> {
  return (await lstat(folder).catch(() => undefined))?.isDirectory() === true;
}

/**
 * Makes a folder of the store and, where it is missing, the store's own, for their owner alone. Nothing above is ever made:
 * where the repository was moved away, this throws ENOENT. Throws `FolderRefused` where the folder is a link or a file.
 */
export async function makeOwnFolder(folder: string): Promise<void> {
  const isMade = await makeOneFolder(folder).then(() => true, insteadOf('ENOENT', false));
  if (isMade) return;
  await makeOneFolder(dirname(folder));
  await makeOneFolder(folder);
}

async function makeOneFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(insteadOf('EEXIST', undefined));
  await requireOwnFolder(folder);
}

/** Names in a folder of the store; none where it is missing, or is a link or a file. */
export async function namesInOwnFolder(folder: string): Promise<string[]> {
  if (!(await isOwnFolder(folder))) return [];
  return readdir(folder).catch(insteadOf('ENOENT ENOTDIR', []));
}
