import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a folder even if its owner lacks access to parts. Removes `.git` last: recovery identifies the rest by it. */
export async function removeFolder(folder: string): Promise<void> {
  const whole = { recursive: true, force: true, maxRetries: 5 } as const;
  const remove = async (): Promise<void> => {
    for (const name of await namesIn(folder)) if (name !== '.git') await rm(join(folder, name), whole);
    await rm(folder, whole);
  };
  try {
    await remove();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    await openFolders(folder);
    await remove();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openFolders(join(folder, entry.name));
  }
}
