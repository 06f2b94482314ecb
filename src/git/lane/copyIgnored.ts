import { constants } from 'node:fs';
import { copyFile, cp, lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { matchesGlob } from '../../domain/path/pathGlob.js';
import { leadsOut } from '../../platform/leadsOut.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { mainCheckout } from '../listWorkTrees.js';
import type { GitPlace } from './lanePlace.js';

export interface CopiedIgnored {
  /** Relative to the worktree, with `/`. */
  readonly copied: readonly string[];
  readonly skipped: readonly {
    readonly path: string;
    readonly why: 'exists' | 'too-large' | 'not-a-file' | 'leads-out' | 'failed';
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
  const inMain = gitIn(main);
  const ignored = await inMain.text(['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']);
  const listed = splitNul(ignored).map(each => each.replace(/\/$/, ''));
  // Git lists an ignored folder without its files.
  const named = await ignoredAmong(
    inMain,
    patterns.map(pattern => pattern.replace(/\/$/, '')).filter(path => isPlain(path) && !listed.includes(path)),
  );
  const copied: string[] = [];
  const skipped: CopiedIgnored['skipped'][number][] = [];
  for (const path of [...listed.filter(each => patterns.some(pattern => matches(each, pattern))), ...named]) {
    const why = await copyOne(join(main, path), { top: directory, path });
    if (why === undefined) copied.push(path);
    else skipped.push({ path, why });
  }
  return { copied, skipped };
}

/** Ignored settings at the top of the main worktree, such as `.env`, that another worktree lacks. */
export async function missingSettings(
  { commonDir, git, gitIn }: GitPlace,
  directory: string,
): Promise<readonly string[]> {
  const main = await mainCheckout(git, commonDir);
  if (main === undefined) return [];
  const names = (await readdir(main)).filter(name => /^\.env(\.[\w.-]+)?$/.test(name)).slice(0, 10);
  const lacking = await Promise.all(names.map(async name => !(await exists(join(directory, name)))));
  // Others are new files, which belong into a commit.
  return ignoredAmong(
    gitIn(main),
    names.filter((_, index) => lacking[index]),
  );
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
  const draft = `${to}.stateroom-copy`;
  try {
    await cp(from, draft, {
      ...{ recursive: true, force: false, errorOnExist: true, verbatimSymlinks: true, preserveTimestamps: true },
      mode: constants.COPYFILE_FICLONE,
    });
    await rename(draft, to);
    return undefined;
  } catch {
    // A socket in it, a full disk: nothing is left half copied.
    await rm(draft, { recursive: true, force: true });
    return 'failed';
  }
}

/** True for a path without wildcards. */
function isPlain(pattern: string): boolean {
  return /^[^*?{[\]]+$/.test(pattern) && !pattern.startsWith('/') && !pattern.split('/').includes('..');
}

/** Paths of the worktree that exist and that git ignores. */
async function ignoredAmong(git: GitProcess, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const listed = await git.text([
      'ls-files',
      '--others',
      '--ignored',
      '--exclude-standard',
      '-z',
      '--',
      `:(literal)${path}`,
    ]);
    if (listed !== '') found.push(path);
  }
  return found;
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
