import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Message, message } from '../messages/message.js';
import { textOfRegularFile } from '../platform/regularFile.js';
import { gitDirectoryOf } from './repositoryLocation.js';
import { isUnseen } from './unseenFolder.js';

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

/** A worktree that may be there without being seen. */
export interface AwayTree {
  /** Half a sentence. */
  readonly why: Message;
  /** The next step. */
  readonly hint: Message;
}

/**
 * Why the worktree in a folder that is not there may be elsewhere or come back: the folder is not visible from here, or someone locked it, as one on a disk that is not always there. Undefined where it is there, and where it is gone.
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

/** Why a worktree is locked, by its git directory; empty without a reason, undefined when it is not. */
export async function readLock(gitDir: string): Promise<string | undefined> {
  const file = join(gitDir, 'locked');
  return (await textOfRegularFile(file, { followsLinks: false }))?.trim();
}
