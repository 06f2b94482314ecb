import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { requireOwnTree } from '../ownTree.js';
import type { GitPlace } from './lanePlace.js';

export interface Leftover {
  readonly path: string;
  readonly bytes: number;
}

export interface DiskUse {
  /** Space on disk, including files that hard links share with other folders. */
  readonly bytes: number;
  /** Ignored folders of dependencies and build results, largest first. */
  readonly leftovers: readonly Leftover[];
}

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

/** Read-only; rejects if the signal aborts. */
export async function diskUseOf({ gitIn }: GitPlace, directory: string, signal?: AbortSignal): Promise<DiskUse> {
  const leftovers: Leftover[] = [];
  for (const path of await ignoredFolders(gitIn(directory))) {
    const { bytes, holdsRepository } = await measure(join(directory, path), signal);
    // Tools create no nested repositories.
    if (!holdsRepository) leftovers.push({ path, bytes });
  }
  const { bytes } = await measure(directory, signal);
  return { bytes, leftovers: leftovers.sort((one, other) => other.bytes - one.bytes) };
}

/** Skips folders that git no longer ignores as a whole; returns the removed ones. */
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

/** In bytes on disk; does not follow links. */
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

/** Falls back to the file's length if the system provides no block count. */
async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return 0;
  return found.blocks === undefined || process.platform === 'win32' ? found.size : found.blocks * 512;
}
