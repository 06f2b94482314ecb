import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { withIndexCopy } from '../indexCopy.js';

/**
 * Returns files that a worktree, whose branch moved, still has as before: its next commit would undo the change. Files
 * outside of a sparse checkout are not checked on disk.
 */
export async function pathsLeftBehind(git: GitProcess, from: string, to: string): Promise<string[]> {
  const raw = await git.text(['diff-tree', '-r', '-z', '--no-renames', from, to, '--']);
  const before = new Map(readEntries(raw));
  const staged = await git.text(['diff-index', '--cached', '--name-only', '--no-renames', '-z', to, '--']);
  const behind = new Set(splitNul(staged).filter(path => before.has(path)));
  const options = ['--name-only', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '-z'];
  const unstaged = await withIndexCopy(git, variables => git.text(['diff', ...options, '--'], { variables }));
  for (const path of splitNul(unstaged)) {
    // A filter or a hook may change it; only the old content would undo the change.
    if (before.has(path) && (await blobAt(git, path)) === before.get(path)) behind.add(path);
  }
  return [...behind].sort();
}

/** Blob ids before; undefined for new files. */
function readEntries(raw: string): [path: string, blob: string | undefined][] {
  const parts = splitNul(raw);
  const entries: [string, string | undefined][] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const blob = parts[at]?.split(' ')[2] ?? '';
    entries.push([parts[at + 1] ?? '', /^0*$/.test(blob) ? undefined : blob]);
  }
  return entries;
}

async function blobAt(git: GitProcess, path: string): Promise<string | undefined> {
  const kind = await lstat(join(git.directory, path)).catch(() => undefined);
  if (kind?.isFile() !== true) return undefined;
  return git.line(['hash-object', '--', path]);
}
