import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { errorCode, type StoreFileSystem, syncDirectory, unlinkQuietly, writeNewFile } from './storeFileSystem.js';

/** Error codes of file systems without hard links. */
const linkless = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Writes a file that a person named: into a draft beside it, to disk, then under its name. A killed process leaves at most the draft, never
 * a partial file under that name. Throws file-system errors, EEXIST for an existing file; that stays as it was, and no draft is left.
 */
export function writeOutside(files: StoreFileSystem, path: string, content: Uint8Array): void {
  // Check early; the link below refuses a file created meanwhile.
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

/** Links instead of renaming: a rename would replace an existing file. */
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

/** Syncs if possible: a folder with write but no read permission cannot be synced. The content is on disk even if its name is lost. */
function syncQuietly(files: StoreFileSystem, folder: string): void {
  try {
    syncDirectory(files, folder);
  } catch {
    // The file is complete.
  }
}
