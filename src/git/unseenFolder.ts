import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * True for a folder of which this process cannot tell whether it is gone: neither it nor the folder that it would be in is
 * there, as with a path of another mount or container, or one of them may not be looked at. Starts no process.
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

/** True for a folder that is not there, where the folder that it would be in is. */
export function isGone(directory: string): boolean {
  return !existsSync(directory) && !isUnseen(directory);
}

/** A file in the way cannot hold a folder. */
function isAbsent(error: unknown): boolean {
  return isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR');
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
