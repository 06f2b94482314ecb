import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The git directory that says it belongs to the work tree in this folder, whether the folder is there or not. */
export async function registrationOf(commonDir: string, directory: string): Promise<string | undefined> {
  const folder = join(commonDir, 'worktrees');
  for (const name of await readdir(folder).catch(() => [])) {
    const text = await readFile(join(folder, name, 'gitdir'), 'utf8').catch(() => '');
    if (text.trim() === join(directory, '.git')) return join(folder, name);
  }
  return undefined;
}
