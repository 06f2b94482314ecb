import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { textOfRegularFile } from '../../platform/regularFile.js';

/** Files of a worktree's git directory about an operation in progress and the worktree. */
const stateNames = [
  'AUTO_MERGE',
  'BISECT_ANCESTORS_OK',
  'BISECT_EXPECTED_REV',
  'BISECT_LOG',
  'BISECT_NAMES',
  'BISECT_RUN',
  'BISECT_START',
  'BISECT_TERMS',
  'CHERRY_PICK_HEAD',
  'COMMIT_EDITMSG',
  'MERGE_AUTOSTASH',
  'MERGE_HEAD',
  'MERGE_MODE',
  'MERGE_MSG',
  'MERGE_RR',
  'ORIG_HEAD',
  'REBASE_HEAD',
  'REVERT_HEAD',
  'SQUASH_MSG',
  'config.worktree',
  'info/sparse-checkout',
  'logs/HEAD',
  'rebase-apply',
  'rebase-merge',
  'sequencer',
] as const;

/** Relative to the git directory, with `/`. */
export async function stateFiles(gitDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of stateNames) await collect(gitDir, name, found);
  // The other part of a split index.
  for (const name of await readdir(gitDir)) if (name.startsWith('sharedindex.')) found.push(name);
  return found;
}

async function collect(gitDir: string, path: string, found: string[]): Promise<void> {
  const kind = await lstat(join(gitDir, path)).catch(() => undefined);
  if (kind?.isFile() === true) found.push(path);
  if (kind?.isDirectory() !== true) return;
  for (const name of await readdir(join(gitDir, path))) await collect(gitDir, `${path}/${name}`, found);
}

/** Returns all full object ids in files, which a continued operation needs. */
export async function idsIn(gitDir: string, paths: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const path of paths) {
    const text = (await textOfRegularFile(join(gitDir, path), { followsLinks: false })) ?? '';
    for (const [id] of text.matchAll(/\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g)) ids.add(id);
  }
  return [...ids].filter(id => !/^0+$/.test(id));
}

/** Returns the rebased branch, with `refs/heads/`; undefined without a rebase or if it began detached. */
export async function rebasedBranch(gitDir: string): Promise<string | undefined> {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const name = (await textOfRegularFile(join(gitDir, folder, 'head-name')).catch(() => undefined)) ?? '';
    if (name.startsWith('refs/heads/')) return name.trim();
  }
  return undefined;
}
