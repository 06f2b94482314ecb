import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns true if this process cannot determine whether a folder is gone: neither it nor its parent is there, as with a path of another
 * mount or container, or one of them may not be read. Starts no process.
 */
export function isUnseen(directory: string): boolean {
  try {
    lstatSync(directory);
    return false;
  } catch (error) {
    if (!isAbsent(error)) return true;
  }
  try {
    statSync(dirname(directory));
    return false;
  } catch (error) {
    return !isCode(error, 'ENOTDIR');
  }
}

/** Returns true for a missing folder whose parent exists. */
export function isGone(directory: string): boolean {
  return !existsSync(directory) && !isUnseen(directory);
}

/** Returns true also for ENOTDIR: a file in the way cannot contain a folder. */
function isAbsent(error: unknown): boolean {
  return isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR');
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
