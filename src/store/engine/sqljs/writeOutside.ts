import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { errorCode, type StoreFileSystem, syncDirectory, unlinkQuietly, writeNewFile } from './storeFileSystem.js';

/** Error codes of file systems without hard links. */
const linkless = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Never leaves a partial file. Throws errors of the file system, EEXIST for an existing file, and then leaves no draft. */
export function writeOutside(files: StoreFileSystem, path: string, content: Uint8Array): void {
  // Checked early; the link refuses a file created meanwhile.
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

/** Links, because a rename would replace an existing file. */
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

/** Not possible for a folder without read permission. The content is on disk even if its name is lost. */
function syncQuietly(files: StoreFileSystem, folder: string): void {
  try {
    syncDirectory(files, folder);
  } catch {
    // The file is complete.
  }
}
