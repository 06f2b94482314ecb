import { constants } from 'node:fs';
import { copyFile, cp, lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { matchesGlob } from '../../domain/path/pathGlob.js';
import { leadsOut } from '../../platform/leadsOut.js';
import { splitNul } from '../gitProcess.js';
import { mainCheckout } from '../listWorkTrees.js';
import type { GitPlace } from './lanePlace.js';

export interface CopiedIgnored {
  /** Relative to the worktree, with `/`. */
  readonly copied: readonly string[];
  readonly skipped: readonly {
    readonly path: string;
    readonly why: 'exists' | 'too-large' | 'not-a-file' | 'leads-out';
  }[];
}

/** Max bytes of one path where the disk cannot share blocks between copies. */
const maxBytes = 200 * 1024 * 1024;

/**
 * Copies ignored files and folders of the main worktree that match a pattern into another worktree, sharing blocks where the disk can.
 * Never overwrites, follows no links, and copies no folder with a repository in it. A pattern without `/` matches at any depth.
 */
export async function copyIgnored(
  { commonDir, git, gitIn }: GitPlace,
  directory: string,
  patterns: readonly string[],
): Promise<CopiedIgnored> {
  const main = patterns.length === 0 ? undefined : await mainCheckout(git, commonDir);
  if (main === undefined) return { copied: [], skipped: [] };
  const listed = await gitIn(main).text([
    'ls-files',
    '--others',
    '--ignored',
    '--exclude-standard',
    '--directory',
    '-z',
  ]);
  const copied: string[] = [];
  const skipped: CopiedIgnored['skipped'][number][] = [];
  for (const path of splitNul(listed).map(each => each.replace(/\/$/, ''))) {
    if (!patterns.some(pattern => matches(path, pattern))) continue;
    const why = await copyOne(join(main, path), { top: directory, path });
    if (why === undefined) copied.push(path);
    else skipped.push({ path, why });
  }
  return { copied, skipped };
}

/** Local settings at the top of the main worktree, such as `.env`, that another worktree lacks. */
export async function missingSettings({ commonDir, git }: GitPlace, directory: string): Promise<readonly string[]> {
  const main = await mainCheckout(git, commonDir);
  if (main === undefined) return [];
  const names = (await readdir(main)).filter(name => /^\.env(\.[\w.-]+)?$/.test(name)).slice(0, 10);
  const lacking = await Promise.all(names.map(async name => !(await exists(join(directory, name)))));
  return names.filter((_, index) => lacking[index]);
}

function matches(path: string, pattern: string): boolean {
  const stem = pattern.replace(/\/$/, '');
  return matchesGlob(path, stem.includes('/') ? stem : `**/${stem}`);
}

async function copyOne(
  from: string,
  { top, path }: { readonly top: string; readonly path: string },
): Promise<CopiedIgnored['skipped'][number]['why'] | undefined> {
  const found = await lstat(from);
  if (!found.isFile() && !found.isDirectory()) return 'not-a-file';
  const to = join(top, path);
  if (await exists(to)) return 'exists';
  const { bytes, holdsRepository, sample } = await measure(from);
  if (holdsRepository) return 'not-a-file';
  // A folder on the way may be a link of the branch.
  await mkdir(dirname(to), { recursive: true });
  if (leadsOut(relative(await realpath(top), await realpath(dirname(to))))) return 'leads-out';
  if (bytes > maxBytes && !(await sharesBlocks(sample, `${to}.stateroom-try`))) return 'too-large';
  await cp(from, to, {
    ...{ recursive: true, force: false, errorOnExist: true, verbatimSymlinks: true, preserveTimestamps: true },
    mode: constants.COPYFILE_FICLONE,
  });
  return undefined;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

interface Measured {
  readonly bytes: number;
  readonly holdsRepository: boolean;
  /** A file in it, or itself. */
  readonly sample: string | undefined;
}

async function measure(path: string): Promise<Measured> {
  const found = await lstat(path);
  if (!found.isDirectory())
    return { bytes: found.size, holdsRepository: false, sample: found.isFile() ? path : undefined };
  let bytes = 0;
  let sample: string | undefined;
  for (const name of await readdir(path)) {
    if (name === '.git') return { bytes, holdsRepository: true, sample };
    const inner = await measure(join(path, name));
    if (inner.holdsRepository) return inner;
    bytes += inner.bytes;
    sample ??= inner.sample;
  }
  return { bytes, holdsRepository: false, sample };
}

async function sharesBlocks(sample: string | undefined, target: string): Promise<boolean> {
  if (sample === undefined) return true;
  try {
    await copyFile(sample, target, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL);
    return true;
  } catch {
    return false;
  } finally {
    await rm(target, { force: true });
  }
}
