import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Message, message } from '../messages/message.js';
import { textOfRegularFile } from '../platform/regularFile.js';
import { gitDirectoryOf } from './repositoryLocation.js';
import { isUnseen } from './unseenFolder.js';

/** Returns the git directory on record for the worktree in this folder, whether or not the folder exists. */
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

/** Reason in git's lock while it makes a worktree. */
export const beingMade = 'initializing';

export interface AwayTree {
  /** Half a sentence. */
  readonly why: Message;
  readonly hint: Message;
}

/**
 * Returns the reason why a missing worktree may be elsewhere or come back: its folder is not visible from here, or someone locked it, as on
 * a disk that is not always present. Undefined if it exists, and if it is gone.
 */
export async function whyAway(commonDir: string, directory: string): Promise<AwayTree | undefined> {
  if (isUnseen(directory)) {
    const hint = message('git.unseenTreeHint', { parent: dirname(directory) });
    return { why: message('git.unseenTree', { directory }), hint };
  }
  if (existsSync(directory)) return undefined;
  const gitDir = await registrationOf(commonDir, directory);
  const lock = gitDir === undefined ? undefined : await readLock(gitDir);
  if (lock === undefined || lock === beingMade) return undefined;
  const why = message('git.lockedAway', { directory, why: lock === '' ? '' : ` (${lock})` });
  return { why, hint: message('git.lockedAwayHint', { directory }) };
}

/**
 * Returns true if a folder names this git directory as its own, by base name alone: if repository and worktrees were moved together, the
 * recorded path leads nowhere. If it leads to another git directory, the folder belongs to that.
 */
export async function matchesRepository(folder: string, gitDir: string): Promise<boolean> {
  const text = (await textOfRegularFile(join(folder, '.git')).catch(() => undefined)) ?? '';
  const target = /^gitdir: (.+)$/m.exec(text)?.[1]?.trim();
  if (target === undefined || basename(target) !== basename(gitDir)) return false;
  if (basename(dirname(target)) !== 'worktrees') return false;
  const leadsTo = gitDirectoryOf(folder);
  return leadsTo === undefined || leadsTo === gitDir;
}

/** Returns the reason of a worktree's lock, by its git directory; empty without a reason, undefined if it is not locked. */
export async function readLock(gitDir: string): Promise<string | undefined> {
  const file = join(gitDir, 'locked');
  return (await textOfRegularFile(file, { followsLinks: false }))?.trim();
}
