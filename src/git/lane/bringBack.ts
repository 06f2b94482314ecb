import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { registrationOf } from './registrationOf.js';

export interface MissingTree {
  readonly commonDir: string;
  /** Where the worktree was: nothing may be there. */
  readonly directory: string;
  readonly gitIn: (directory: string) => GitProcess;
}

/**
 * Makes the folder of a worktree again that was removed from outside, as far as git still knows it: its HEAD, its index with
 * what was staged, an operation in progress. Files that were never staged are gone. False, with nothing done, when git knows
 * nothing of it.
 */
export async function bringBack({ commonDir, directory, gitIn }: MissingTree): Promise<boolean> {
  const gitDir = await registrationOf(commonDir, directory);
  if (gitDir === undefined || existsSync(directory)) return false;
  await mkdir(directory, { recursive: true });
  try {
    await writeFile(join(directory, '.git'), `gitdir: ${gitDir}\n`);
    // 1: a path in conflict has no one content.
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

/** Files in conflict with the marks of both sides, as the merge left them; one that a side removed has no such text. */
async function restoreConflicts(git: GitProcess): Promise<void> {
  for (const path of splitNul(await git.text(['diff', '--name-only', '--diff-filter=U', '-z']))) {
    const args = ['--literal-pathspecs', 'checkout', '--quiet', '--merge', '--', path];
    await git.run(args, { answers: [1, 128] });
  }
}
