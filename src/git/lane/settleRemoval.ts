import { lstat, readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { registrationOf, whyAway } from '../registrationOf.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import { forgetWorkTree } from './forgetWorkTree.js';
import { removeMark } from './gitDirMark.js';
import type { GitPlace } from './lanePlace.js';
import { removeFolder } from './removeFolder.js';
import { asideMark } from './removeWorkTree.js';

/**
 * Recovers an interrupted removal. Removes the rest if everything was kept (`aside` is the folder's path), else moves the
 * folder back. Returns true if the worktree exists in the end. Rejects with a sentence, and leaves the folder aside, if its
 * place is taken; refuses if the place is not visible.
 */
export async function settleRemoval(
  { commonDir }: GitPlace,
  directory: string,
  aside: string | undefined,
): Promise<boolean> {
  const gitDir = await registrationOf(commonDir, directory);
  const away = gitDir === undefined ? undefined : await whyAway(commonDir, directory);
  if (away !== undefined) {
    throw refusalError('conflict', message('git.removalAway', { directory, why: away.why }), { hint: away.hint });
  }
  if (aside === undefined) {
    if (gitDir !== undefined && gitDirectoryOf(directory) !== gitDir) await putBack(directory, gitDir);
    return isThere(directory);
  }
  await removeFolder(aside);
  // The place may be taken by now.
  if (await isThere(directory)) return gitDirectoryOf(directory) !== undefined;
  if (gitDir !== undefined) await forgetWorkTree(gitDir);
  return false;
}

/** Several folders may have such a name; only the worktree's own belongs to its git directory. */
async function putBack(directory: string, gitDir: string): Promise<void> {
  const parent = dirname(directory);
  const start = `${basename(directory)}${asideMark}`;
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(start) || gitDirectoryOf(join(parent, name)) !== gitDir) continue;
    await rename(join(parent, name), directory).catch((error: Error) => {
      throw new Error(`${directory} is not the worktree, which is in ${join(parent, name)}: ${error.message}`);
    });
    await removeMark(gitDir, 'closing');
    return;
  }
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
