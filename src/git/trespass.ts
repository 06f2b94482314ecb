import type { Stats } from 'node:fs';
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { leadsOut } from '../platform/leadsOut.js';

/** It leaves the worktree, is in a git directory or another repository, or its links are circular. */
export type Trespass = 'outside' | 'gitDirectory' | 'otherRepository' | 'circle';

const maxLinks = 40;
/** `.git` in any case, and its short name on Windows. */
const gitName = /^(?:\.git|git~1)[. ]*$/i;

/**
 * Judges a path, which may not exist, folder by folder and link by link: a repository may bring links along. Undefined if it
 * stays in the worktree, which itself may be behind links or in a git directory.
 */
export async function trespassOf(root: string, path: string): Promise<Trespass | undefined> {
  const start = await realpath(root);
  const way = relative(root, path);
  if (leadsOut(way)) return 'outside';
  const dotGit = await stat(join(start, '.git')).catch(() => undefined);
  const left = namesOf(way);
  let links = 0;
  for (let at = start; left.length > 0; ) {
    const name = left.shift() ?? '';
    const next = name === '..' ? dirname(at) : join(at, name);
    if (leadsOut(relative(start, next))) return 'outside';
    if (gitName.test(name)) return 'gitDirectory';
    const found = await lstat(next).catch(() => undefined);
    if (found?.isSymbolicLink() !== true) {
      at = next;
      if (at !== start && found !== undefined) {
        const trespass = await trespassIn(at, found, dotGit);
        if (trespass !== undefined) return trespass;
      }
      continue;
    }
    links += 1;
    if (links > maxLinks) return 'circle';
    const target = await readlink(next);
    if (!isAbsolute(target)) left.unshift(...namesOf(target));
    else {
      const inside = [start, root].map(each => relative(each, target)).find(each => !leadsOut(each));
      if (inside === undefined) return 'outside';
      left.unshift(...namesOf(inside));
      at = start;
    }
  }
  return undefined;
}

async function trespassIn(path: string, found: Stats, dotGit: Stats | undefined): Promise<Trespass | undefined> {
  // By inode: some file systems know the folder by more names than one can list.
  if (dotGit !== undefined && dotGit.ino !== 0 && found.ino === dotGit.ino && found.dev === dotGit.dev)
    return 'gitDirectory';
  if (!found.isDirectory()) return undefined;
  const has = (name: string) =>
    lstat(join(path, name)).then(
      () => true,
      () => false,
    );
  // Git's criteria for a git directory, of a repository or a linked worktree.
  if ((await has('HEAD')) && ((await has('commondir')) || ((await has('objects')) && (await has('refs')))))
    return 'gitDirectory';
  return (await has('.git')) ? 'otherRepository' : undefined;
}

function namesOf(path: string): string[] {
  return path.split(sep === '\\' ? /[\\/]+/ : '/').filter(name => name !== '' && name !== '.');
}
