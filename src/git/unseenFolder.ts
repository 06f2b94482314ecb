import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns true if the parent is missing too, as in another mount or container, or not readable. Starts no process. */
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

/** ENOTDIR: a file in the way cannot contain a folder. */
function isAbsent(error: unknown): boolean {
  return isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR');
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
