import { access, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { refusalError } from '../domain/refusal/refusal.js';
import { message } from '../messages/message.js';

/** Folder for worktrees of lanes and tasks; the editor sets it from its own setting. */
export const lanesFolderVariable = 'STATEROOM_LANES_FOLDER';

/** Beside the main worktree (`top`), or as set by user or machine; never by a repository. Refuses a relative setting. */
export function treesFolder(top: string, environment: Readonly<Record<string, string | undefined>>): string {
  const set = environment[lanesFolderVariable]?.trim() ?? '';
  if (set === '') return `${top}.worktrees`;
  const folder = set === '~' || /^~[\\/]/.test(set) ? join(homedir(), set.slice(1)) : set;
  if (isAbsolute(folder)) return join(folder, `${basename(top)}.worktrees`);
  throw refusalError('invalid_input', message('lanes.placeNotAbsolute', { folder: set }), {
    hint: message('lanes.placeNotAbsoluteHint'),
  });
}

/** Makes the parent of a new worktree; refuses, with the next step, if it is not writable. */
export async function makeRoomFor(directory: string): Promise<void> {
  const parent = dirname(directory);
  try {
    await mkdir(parent, { recursive: true });
    await access(parent, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code)) throw error;
    throw refusalError('conflict', message('lanes.placeNotWritable', { folder: parent, code }), {
      hint: message('lanes.placeNotWritableHint', { variable: lanesFolderVariable }),
      details: { folder: parent, code },
    });
  }
}
