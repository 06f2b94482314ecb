import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, chown, copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { insteadOf } from './insteadOf.js';
import { makeOwnFolder } from './ownFolder.js';
import { textOfRegularFile } from './regularFile.js';

export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

interface WriteOptions {
  mode?: number;
  owner?: FileOwner | undefined;
  sync?: boolean;
  inStore?: boolean;
}

/** Errors while a scanner or indexer has a new file open on Windows. */
const passingErrors = new Set(['EPERM', 'EACCES', 'EBUSY']);

/**
 * Writes and syncs a draft beside the file, then renames it; `sync: false` if a power cut may lose the file. `mode` defaults to
 * 0o644. Makes missing folders, in the store (`inStore`) only its own, which may not be links. Throws errors of the file
 * system, with the old file unchanged and the draft removed.
 */
export async function writeFileAtomically(
  path: string,
  contents: string | Uint8Array,
  { mode = 0o644, owner, sync = true, inStore = false }: WriteOptions = {},
): Promise<void> {
  if (inStore) await makeOwnFolder(dirname(path));
  else await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.draft`;
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(contents);
      if (sync) await file.sync();
    } finally {
      await file.close();
    }
    if (owner !== undefined) await giveTo(draft, owner);
    // The umask must not remove the execute bit.
    if (process.platform !== 'win32') await chmod(draft, mode);
    await renameOver(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Throws `EPERM` if this process may not change the user. Keeps the group if it is not one of this process's. */
async function giveTo(path: string, { uid, gid }: FileOwner): Promise<void> {
  if (process.platform === 'win32') return;
  const found = await stat(path);
  if (found.uid === uid && found.gid === gid) return;
  await chown(path, uid, gid).catch(error => {
    if (found.uid !== uid) throw error;
  });
}

/** Returns false if the name is taken. */
export async function writeNewFileAtomically(path: string, contents: string): Promise<boolean> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.draft`;
  await writeFileAtomically(draft, contents);
  try {
    return await placeOnce(draft, path).then(() => true, insteadOf('EEXIST', false));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Links a complete draft to a new name. Throws `EEXIST` if the name is taken. */
export async function placeOnce(draft: string, path: string): Promise<void> {
  // Errors of file systems without hard links.
  const isLinked = await link(draft, path).then(() => true, insteadOf('EPERM ENOTSUP EOPNOTSUPP ENOSYS', false));
  if (!isLinked) await copyFile(draft, path, constants.COPYFILE_EXCL);
}

/** Writes like `writeFileAtomically` if the content differs; returns true if it did. */
export async function refreshFile(
  path: string,
  contents: string,
  options: { mode?: number; inStore?: boolean } = {},
): Promise<boolean> {
  const present = await textOfRegularFile(path).catch(() => undefined);
  if (present === contents) return false;
  await writeFileAtomically(path, contents, options);
  return true;
}

/** Syncs the entries of a folder; does nothing on Windows, which has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (process.platform !== 'win32' || !passingErrors.has(code) || attempt === 20) throw error;
      await new Promise(resolve => setTimeout(resolve, 10 + Math.random() * 90));
    }
  }
}
