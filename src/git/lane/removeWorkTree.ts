import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, lstat, readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { forgetWorkTree } from './forgetWorkTree.js';
import { putMark, removeMark } from './gitDirMark.js';
import { removeFolder } from './removeFolder.js';

export class RemovalRefused extends Error {
  readonly reason: 'busy' | 'inUse' | 'closedFolder' | 'unkeepable';

  constructor(reason: RemovalRefused['reason'], message: string) {
    super(message);
    this.name = 'RemovalRefused';
    this.reason = reason;
  }
}

const maxTries = 3;

/** Between the folder's name and a unique suffix, during removal. */
export const asideMark = '.removed-';

/**
 * Removes a worktree after `keep` saves its content. Others may write meanwhile: moves the folder aside first; if it differs
 * from the kept state, moves it back and keeps it again. Then calls `beforeLoss` with the present path, for recovery.
 * Returns the last result of `keep`. Throws `RemovalRefused` if the folder keeps changing or is in use, after it is back; if
 * its place is taken, the message has the path.
 */
export async function removeWorkTree<T>(
  { directory, gitDir }: { directory: string; gitDir: string },
  keep: () => Promise<T>,
  beforeLoss: (kept: T, aside: string) => Promise<void> = async () => undefined,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const before = await printOf(directory, gitDir);
    const kept = await keep();
    const aside = `${directory}${asideMark}${randomBytes(4).toString('hex')}`;
    try {
      await rename(directory, aside);
    } catch (error) {
      throw await notMoved(directory, error as NodeJS.ErrnoException);
    }
    let isAsKept = false;
    try {
      isAsKept = before !== undefined && (await printOf(aside, gitDir)) === before;
      if (isAsKept) {
        await putMark(gitDir, 'closing', basename(aside));
        await beforeLoss(kept, aside);
      }
    } catch (error) {
      await comeBack(aside, directory);
      await removeMark(gitDir, 'closing');
      throw error;
    }
    if (isAsKept) {
      await removeFolder(aside);
      await forgetWorkTree(gitDir);
      return kept;
    }
    await comeBack(aside, directory);
    if (tries === maxTries) {
      throw new RemovalRefused('busy', `${directory} was being written to continuously.`);
    }
  }
}

async function notMoved(directory: string, { code }: NodeJS.ErrnoException): Promise<RemovalRefused> {
  const parent = dirname(directory);
  const isClosed = await access(parent, constants.W_OK).then(
    () => false,
    () => true,
  );
  return isClosed
    ? new RemovalRefused('closedFolder', `its worktree cannot be removed from ${parent}, which is not writable.`)
    : new RemovalRefused('inUse', `${directory} cannot be moved (${code}).`);
}

/** Another program may have taken the path meanwhile. */
async function comeBack(aside: string, directory: string): Promise<void> {
  try {
    await rename(aside, directory);
  } catch (error) {
    const problem = `something else is now at ${directory} (${(error as NodeJS.ErrnoException).code})`;
    throw new RemovalRefused('inUse', `Its files are all in ${aside}, and ${problem}.`);
  }
}

/** Returns undefined if a file disappeared meanwhile. */
async function printOf(directory: string, gitDir: string): Promise<string | undefined> {
  try {
    return await fingerprintOf(directory, gitDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Files that change with every stage, commit or switch. */
const gitFiles = ['HEAD', 'index', 'logs/HEAD', 'MERGE_HEAD', 'rebase-merge', 'rebase-apply'];

/** Text of names, sizes, times and inodes of all entries. */
async function fingerprintOf(directory: string, gitDir: string): Promise<string> {
  const lines: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const name of (await readdir(join(directory, folder))).sort()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const kind = await lstat(join(directory, path));
      lines.push(kind.isDirectory() ? `${path}/` : line(path, kind));
      if (kind.isDirectory()) await walk(path);
    }
  };
  await walk('');
  for (const name of gitFiles) {
    const kind = await lstat(join(gitDir, name)).catch(() => undefined);
    if (kind !== undefined) lines.push(line(name, kind));
  }
  await printModules(join(gitDir, 'modules'), lines);
  return lines.join('\n');
}

/** Submodules: their commits, index and HEAD are only here and removed with the worktree. */
async function printModules(folder: string, lines: string[]): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    // A new commit also changes a branch, HEAD or its reflog.
    if (entry.name === 'objects') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await printModules(path, lines);
    else lines.push(line(path, await lstat(path)));
  }
}

function line(path: string, { mode, size, mtimeMs, ino }: Stats): string {
  return `${path} ${mode} ${size} ${mtimeMs} ${ino}`;
}
