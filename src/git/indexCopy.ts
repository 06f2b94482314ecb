import { copyFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { insteadOf } from '../platform/insteadOf.js';
import { makeTemporaryFolder } from '../platform/temporaryFolder.js';
import type { GitProcess } from './gitProcess.js';
import { gitDirectoryOf } from './repositoryLocation.js';

/**
 * Gives `git diff` a copy of the index: to update file times it would lock and write the real one, even without optional
 * locks, and an agent's commit would fail. Falls back to the real index, as on a full disk. `git` runs at the worktree's top.
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

/** Keeps the index's time: git trusts files that are older than the index, so a newer copy would hide a recent edit. */
export async function copyIndex(from: string, to: string): Promise<void> {
  const found = await stat(from).catch(insteadOf('ENOENT', undefined));
  if (found === undefined) return;
  await copyFile(from, to);
  const seconds = Math.floor(found.mtimeMs) / 1000;
  await utimes(to, seconds, seconds);
}
