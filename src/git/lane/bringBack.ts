import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../messages/say.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { claimOwnTree } from '../ownTree.js';
import { registrationOf, whyAway } from '../registrationOf.js';
import { addTree } from './laneFolders.js';
import type { GitPlace } from './lanePlace.js';

/**
 * Restores HEAD, index and operation if git has them, else the branch; files that were never staged are lost. Rejects with
 * half a sentence if the folder may be elsewhere or come back.
 */
export async function bringBack(place: GitPlace, directory: string, branch: string): Promise<'index' | 'branch'> {
  const away = await whyAway(place.commonDir, directory);
  if (away !== undefined) throw new Error(say(away.why));
  if (await restoreRegistered(place, directory)) return 'index';
  await addTree(place, directory, branch);
  return 'branch';
}

/** Returns false, with nothing changed, if git has no record of it. */
async function restoreRegistered({ commonDir, gitIn }: GitPlace, directory: string): Promise<boolean> {
  const gitDir = await registrationOf(commonDir, directory);
  if (gitDir === undefined || existsSync(directory)) return false;
  await mkdir(directory, { recursive: true });
  try {
    await writeFile(join(directory, '.git'), `gitdir: ${gitDir}\n`);
    await claimOwnTree(gitIn(directory));
    // 1: a path in conflict has no single content.
    await gitIn(directory).run(['checkout-index', '--all', '--quiet'], {
      answers: [1],
    });
    await restoreConflicts(gitIn(directory));
    await gitIn(directory).run(['update-index', '-q', '--refresh', '--unmerged'], { answers: [1] });
    return true;
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Restores conflict marks as the merge left them; a file that one side removed has none. */
async function restoreConflicts(git: GitProcess): Promise<void> {
  for (const path of splitNul(await git.text(['diff', '--name-only', '--diff-filter=U', '-z']))) {
    const args = ['--literal-pathspecs', 'checkout', '--quiet', '--merge', '--', path];
    await git.run(args, { answers: [1, 128] });
  }
}
