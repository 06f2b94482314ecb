import { constants } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { insteadOf } from './insteadOf.js';

/** Error for a folder of the store that is a link or a file: writes and removals would happen somewhere else. The message is a sentence. */
export class FolderRefused extends Error {
  readonly code = 'ELOOP';
  readonly syscall = 'open';

  constructor(readonly path: string) {
    super(`${path} is a link or a file, not a folder of the store, so nothing was written. Move it away.`);
    this.name = 'FolderRefused';
  }
}

/** Flag to not follow a link in the last part of a path; 0 on systems without it. */
export const noFollow: number = constants.O_NOFOLLOW ?? 0;

/** Throws `FolderRefused` if a path is anything but a folder; a missing one passes. */
export async function requireOwnFolder(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) throw new FolderRefused(folder);
}

/** Returns true for an existing folder that is not a link. */
export async function isOwnFolder(folder: string): Promise<boolean> {
  return (await lstat(folder).catch(() => undefined))?.isDirectory() === true;
}

/**
 * Makes a folder of the store and, if missing, the store's own, accessible only by their owner. Never makes folders above: throws ENOENT if
 * the repository was moved away. Throws `FolderRefused` if the folder is a link or a file.
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

/** Returns the names in a folder of the store; none if it is missing, a link or a file. */
export async function namesInOwnFolder(folder: string): Promise<string[]> {
  if (!(await isOwnFolder(folder))) return [];
  return readdir(folder).catch(insteadOf('ENOENT ENOTDIR', []));
}
