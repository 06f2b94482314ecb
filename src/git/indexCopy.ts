import { copyFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { insteadOf } from '../platform/insteadOf.js';
import { makeTemporaryFolder } from '../platform/temporaryFolder.js';
import type { GitProcess } from './gitProcess.js';
import { gitDirectoryOf } from './repositoryLocation.js';

/**
 * Runs `work` with variables that make git read a copy of the worktree's index, for `git diff` of a worktree. If files have new times and
 * their old content, that locks and writes the index even without optional locks: an agent that commits there at that moment would be
 * refused. `git` runs at the top of the worktree. If no copy can be made, as on a full disk, git reads the index itself.
 */
export async function withIndexCopy<T>(
  git: GitProcess,
  work: (variables: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const gitDir = gitDirectoryOf(git.directory);
  if (gitDir === undefined) return work({});
  const folder = await makeTemporaryFolder('index').catch(() => undefined);
  if (folder === undefined) return work({});
  try {
    const copy = join(folder, 'index');
    const isCopied = await copyIndex(join(gitDir, 'index'), copy).then(
      () => true,
      () => false,
    );
    return await work(isCopied ? { GIT_INDEX_FILE: copy } : {});
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies an index with its time: git trusts files older than the index, so a younger copy would hide an edit of the last moment. */
export async function copyIndex(from: string, to: string): Promise<void> {
  const found = await stat(from).catch(insteadOf('ENOENT', undefined));
  // Nothing was ever staged.
  if (found === undefined) return;
  await copyFile(from, to);
  const seconds = Math.floor(found.mtimeMs) / 1000;
  await utimes(to, seconds, seconds);
}
