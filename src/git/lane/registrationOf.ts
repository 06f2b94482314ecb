import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The git directory that says it belongs to the work tree in this folder, whether the folder is there or not. */
export async function registrationOf(commonDir: string, directory: string): Promise<string | undefined> {
  const folder = join(commonDir, 'worktrees');
  for (const name of await readdir(folder).catch(() => [])) {
    const gitDir = join(folder, name);
    const text = (await readFile(join(gitDir, 'gitdir'), 'utf8').catch(() => '')).trim();
    // Git may be told to write the way from here (`worktree.useRelativePaths`).
    if (text !== '' && resolve(gitDir, text) === join(directory, '.git')) return gitDir;
  }
  return undefined;
}
