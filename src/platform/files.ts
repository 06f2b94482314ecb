import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, chown, copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { insteadOf } from './insteadOf.js';
import { makeOwnFolder } from './ownFolder.js';
import { textOfRegularFile } from './regularFile.js';

/** As `stat` has them. */
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

/** A scanner or indexer holds a fresh file for a moment on Windows. */
const passingErrors = new Set(['EPERM', 'EACCES', 'EBUSY']);

/**
 * Writes a file so that no one ever reads half of it: into a draft beside it, to disk, then renamed over the old one.
 * `mode` as in chmod, default 0o644; `owner` is whom the file is given to; `sync: false` for what may be gone after a power cut. Makes the folders it needs, in
 * the store (`inStore`) only its own, which may be no links. Throws what the file system throws, and then leaves the old file as it was and no draft.
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
    // The umask of the caller must not take the execute bit away.
    if (process.platform !== 'win32') await chmod(draft, mode);
    await renameOver(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Throws `EPERM` where this process may not give the file to its user; a group alone that it is not in is left. */
async function giveTo(path: string, { uid, gid }: FileOwner): Promise<void> {
  if (process.platform === 'win32') return;
  const found = await stat(path);
  if (found.uid === uid && found.gid === gid) return;
  await chown(path, uid, gid).catch(error => {
    if (found.uid !== uid) throw error;
  });
}

/** Writes a new file whole, or nothing; true when it was written, false where something of that name is there. */
export async function writeNewFileAtomically(path: string, contents: string): Promise<boolean> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.draft`;
  await writeFileAtomically(draft, contents);
  try {
    return await placeOnce(draft, path).then(() => true, insteadOf('EEXIST', false));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Gives a file that is whole a name that nothing has yet; the draft stays. Throws `EEXIST` where something is there. */
export async function placeOnce(draft: string, path: string): Promise<void> {
  // What file systems without hard links answer.
  const isLinked = await link(draft, path).then(() => true, insteadOf('EPERM ENOTSUP EOPNOTSUPP ENOSYS', false));
  if (!isLinked) await copyFile(draft, path, constants.COPYFILE_EXCL);
}

/** As `writeFileAtomically`, but only when the content differs; true when it was written. */
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

/** Brings to disk which files a folder holds; where the system knows no such thing, nothing is done. */
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
