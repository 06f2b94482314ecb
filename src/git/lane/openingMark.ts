import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In the git directory of a worktree, which is not in the store's folder: an intent log there cannot vouch for itself. */
const name = 'stateroom-opening';

/** Notes in a worktree's git directory that the opening of this lane makes it, so that what is in it may be undone. */
export async function noteOpening(gitDir: string, laneId: string): Promise<void> {
  await writeFile(join(gitDir, name), `${laneId}\n`);
}

/** The lane whose opening makes the worktree of a git directory; undefined where none does. */
export async function openingNoted(gitDir: string): Promise<string | undefined> {
  const text = await readFile(join(gitDir, name), 'utf8').catch(() => undefined);
  return text?.trim();
}

export async function forgetOpening(gitDir: string): Promise<void> {
  await rm(join(gitDir, name), { force: true });
}
