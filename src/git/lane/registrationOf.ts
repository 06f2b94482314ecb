import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { textOfRegularFile } from '../../platform/regularFile.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import { readLock } from './treeCondition.js';

/** The git directory that says it belongs to the worktree in this folder, whether the folder is there or not. */
export async function registrationOf(commonDir: string, directory: string): Promise<string | undefined> {
  const folder = join(commonDir, 'worktrees');
  for (const name of await readdir(folder).catch(() => [])) {
    const gitDir = join(folder, name);
    const text = ((await textOfRegularFile(join(gitDir, 'gitdir')).catch(() => undefined)) ?? '').trim();
    // Git may be configured to write relative paths (`worktree.useRelativePaths`).
    if (text !== '' && resolve(gitDir, text) === join(directory, '.git')) return gitDir;
  }
  return undefined;
}

/** What git writes in the folder of its lock while it makes a worktree. */
export const beingMade = 'initializing';

/**
 * Why someone locked the worktree in a folder that is away, as one on a disk that is not always there; empty without a
 * reason, undefined when no one did or git knows of none there.
 */
export async function lockOfAway(commonDir: string, directory: string): Promise<string | undefined> {
  const gitDir = await registrationOf(commonDir, directory);
  const lock = gitDir === undefined ? undefined : await readLock(gitDir);
  return lock === beingMade ? undefined : lock;
}

/**
 * True when a folder says that it is the worktree of this git directory, by that one's name alone: where repository and work
 * trees were moved together, the way to it leads nowhere. Another git directory that it leads to is another's.
 */
export async function matchesRepository(folder: string, gitDir: string): Promise<boolean> {
  const text = (await textOfRegularFile(join(folder, '.git')).catch(() => undefined)) ?? '';
  const target = /^gitdir: (.+)$/m.exec(text)?.[1]?.trim();
  if (target === undefined || basename(target) !== basename(gitDir)) return false;
  if (basename(dirname(target)) !== 'worktrees') return false;
  const leadsTo = gitDirectoryOf(folder);
  return leadsTo === undefined || leadsTo === gitDir;
}
