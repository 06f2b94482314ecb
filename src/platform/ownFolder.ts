import { constants } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { insteadOf } from './insteadOf.js';

/** A folder of the store is a link or a file: changes would happen elsewhere. The message is a sentence. */
export class FolderRefused extends Error {
  readonly code = 'ELOOP';
  readonly syscall = 'open';

  constructor(readonly path: string) {
    super(`${path} is a link or a file, not a folder of the store, so nothing was written. Move it away.`);
    this.name = 'FolderRefused';
  }
}

export const noFollow: number = constants.O_NOFOLLOW ?? 0;

/** Throws `FolderRefused` for anything but a folder; accepts a missing one. */
export async function requireOwnFolder(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) throw new FolderRefused(folder);
}

/** True for an existing folder, not for a link to one. */
export async function isOwnFolder(folder: string): Promise<boolean> {
  return (await lstat(folder).catch(() => undefined))?.isDirectory() === true;
}

/**
 * Makes a private folder in the store, and the store's own. Throws ENOENT without one above, `FolderRefused` for a link or file.
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

/** Empty if the folder is missing, a link or a file. */
export async function namesInOwnFolder(folder: string): Promise<string[]> {
  if (!(await isOwnFolder(folder))) return [];
  return readdir(folder).catch(insteadOf('ENOENT ENOTDIR', []));
}
