import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { syncFolder, writeFileAtomically } from '../../platform/files.js';
import { readPlainFile } from '../../platform/ownFolder.js';

/** In the git directory of a worktree, which is not in the store's folder: an intent log there cannot vouch for itself. */
export const closingMark = 'stateroom-closing';

/** Notes, on disk, in a worktree's git directory that its folder was moved to `aside` to be removed. */
export async function noteClosing(gitDir: string, aside: string): Promise<void> {
  await writeFileAtomically(join(gitDir, closingMark), `${basename(aside)}\n`);
  await syncFolder(gitDir);
}

/** True when the folder of the worktree of a git directory was moved to `aside` to be removed. */
export async function isClosingNoted(gitDir: string, aside: string): Promise<boolean> {
  const found = await readPlainFile(join(gitDir, closingMark), 4096).catch(() => undefined);
  return found !== undefined && 'content' in found && found.content.toString('utf8') === `${basename(aside)}\n`;
}

/** Of a worktree that is back in its place. */
export async function forgetClosing(gitDir: string): Promise<void> {
  await rm(join(gitDir, closingMark), { force: true });
}
