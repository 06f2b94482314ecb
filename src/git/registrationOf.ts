import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Message, message } from '../messages/message.js';
import { textOfRegularFile } from '../platform/regularFile.js';
import { gitDirectoryOf } from './repositoryLocation.js';
import { isUnseen } from './unseenFolder.js';

/** Returns the registered git directory of a worktree, whose folder may be missing. */
export async function registrationOf(commonDir: string, directory: string): Promise<string | undefined> {
  const folder = join(commonDir, 'worktrees');
  for (const name of await readdir(folder).catch(() => [])) {
    const gitDir = join(folder, name);
    const text = ((await textOfRegularFile(join(gitDir, 'gitdir')).catch(() => undefined)) ?? '').trim();
    // Paths are relative with `worktree.useRelativePaths`.
    if (text !== '' && resolve(gitDir, text) === join(directory, '.git')) return gitDir;
  }
  return undefined;
}

/** Lock reason of git while it makes a worktree. */
export const beingMade = 'initializing';

export interface AwayTree {
  /** Half a sentence. */
  readonly why: Message;
  readonly hint: Message;
}

/** Reason why a missing worktree may come back: its folder is invisible from here, or it is locked, as on a removable disk. */
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
 * Compares base names alone, since the recorded path is dangling after a move with the repository. False if it leads to another
 * git directory.
 */
export async function matchesRepository(folder: string, gitDir: string): Promise<boolean> {
  const text = (await textOfRegularFile(join(folder, '.git')).catch(() => undefined)) ?? '';
  const target = /^gitdir: (.+)$/m.exec(text)?.[1]?.trim();
  if (target === undefined || basename(target) !== basename(gitDir)) return false;
  if (basename(dirname(target)) !== 'worktrees') return false;
  const leadsTo = gitDirectoryOf(folder);
  return leadsTo === undefined || leadsTo === gitDir;
}

/** Returns the lock's reason; empty without one, undefined if not locked. */
export async function readLock(gitDir: string): Promise<string | undefined> {
  const file = join(gitDir, 'locked');
  return (await textOfRegularFile(file, { followsLinks: false }))?.trim();
}
