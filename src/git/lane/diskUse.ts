import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { requireOwnTree } from '../ownTree.js';
import type { GitPlace } from './lanePlace.js';

/** A folder that can be made again by what made it. */
export interface Leftover {
  /** Relative to the top, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

export interface DiskUse {
  /** What the worktree takes on disk; what other folders share with it by hard links counts too. */
  readonly bytes: number;
  /** Folders of dependencies and build results, ignored as a whole, the largest first. */
  readonly leftovers: readonly Leftover[];
}

/** Names of folders that tools fill from what is in git. */
const remade: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'dist',
  'build',
  'out',
  'target',
  'obj',
  'coverage',
  'storybook-static',
  '.next',
  '.nuxt',
  '.svelte-kit',
  '.turbo',
  '.parcel-cache',
  '.cache',
  '.vite',
  '.nyc_output',
  '.gradle',
  '.dart_tool',
  '.venv',
  'venv',
  '.tox',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
]);

/** Looks how much a worktree takes, and what of it could be made again. Writes nothing; rejects when the signal ends it. */
export async function diskUseOf({ gitIn }: GitPlace, directory: string, signal?: AbortSignal): Promise<DiskUse> {
  const leftovers: Leftover[] = [];
  for (const path of await ignoredFolders(gitIn(directory))) {
    const { bytes, holdsRepository } = await measure(join(directory, path), signal);
    // Someone's repository is nothing that a tool fills.
    if (!holdsRepository) leftovers.push({ path, bytes });
  }
  const { bytes } = await measure(directory, signal);
  return { bytes, leftovers: leftovers.sort((one, other) => other.bytes - one.bytes) };
}

/** Removes folders that `diskUseOf` named, of which git still says that all of it is ignored; returns those that went. */
export async function removeLeftovers(
  { gitIn }: GitPlace,
  directory: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const git = gitIn(directory);
  await requireOwnTree(git);
  const still = new Set(await ignoredFolders(git));
  const removed: string[] = [];
  for (const path of paths.filter(each => still.has(each))) {
    await rm(join(directory, path), { recursive: true, force: true });
    removed.push(path);
  }
  return removed;
}

async function ignoredFolders(git: GitProcess): Promise<string[]> {
  const listed = await git.text(['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']);
  return splitNul(listed)
    .filter(path => path.endsWith('/'))
    .map(path => path.slice(0, -1))
    .filter(path => remade.has(basename(path)));
}

/** Bytes on disk below a folder, links not followed. */
async function measure(folder: string, signal?: AbortSignal): Promise<{ bytes: number; holdsRepository: boolean }> {
  let bytes = 0;
  let holdsRepository = false;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    signal?.throwIfAborted();
    const here = next;
    const entries = await readdir(here, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isDirectory()) folders.push(join(here, entry.name));
      if (entry.name === '.git') holdsRepository = true;
    }
    const files = entries.filter(entry => entry.isFile());
    const sizes = await Promise.all(files.map(({ name }) => sizeOf(join(here, name))));
    bytes += sizes.reduce((sum, size) => sum + size, 0);
  }
  return { bytes, holdsRepository };
}

/** What a file takes on disk; where the system does not tell, its length. */
async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return 0;
  return found.blocks === undefined || process.platform === 'win32' ? found.size : found.blocks * 512;
}
