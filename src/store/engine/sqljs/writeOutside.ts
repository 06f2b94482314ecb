import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { errorCode, type StoreFileSystem, syncDirectory, unlinkQuietly, writeNewFile } from './storeFileSystem.js';

/** What file systems answer that know no hard links. */
const linkless = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Writes a file that a person named: into a draft beside it, to disk, then under its name. Whoever kills the process in the
 * middle leaves the draft at most, never half a file under that name. Throws what the file system throws, EEXIST when
 * something has the name already, and then leaves that as it was and no draft.
 */
export function writeOutside(files: StoreFileSystem, path: string, content: Uint8Array): void {
  // Seen before the work is done; the link below refuses what comes meanwhile.
  if (files.statSync(path, { throwIfNoEntry: false }) !== undefined) throw existsAlready(path);
  const folder = dirname(path);
  const draft = join(folder, `.stateroom-${process.pid}-${randomBytes(4).toString('hex')}.draft`);
  try {
    writeNewFile(files, draft, [content]);
    moveToNewName(files, draft, path);
    syncQuietly(files, folder);
  } finally {
    unlinkQuietly(files, draft);
  }
}

/** A rename would replace what has the name; a link never does. */
export function moveToNewName(files: StoreFileSystem, draft: string, path: string): void {
  try {
    files.linkSync(draft, path);
  } catch (error) {
    if (!linkless.has(errorCode(error) ?? '')) throw error;
    if (files.statSync(path, { throwIfNoEntry: false }) !== undefined) throw existsAlready(path);
    files.renameSync(draft, path);
  }
}

function existsAlready(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`EEXIST: ${path}`), { code: 'EEXIST', syscall: 'link', path });
}

/** A folder that may be written but not read cannot be synced; the content is on disk even if its name is lost. */
function syncQuietly(files: StoreFileSystem, folder: string): void {
  try {
    syncDirectory(files, folder);
  } catch {
    // The file is there, whole.
  }
}
