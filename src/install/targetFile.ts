import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { leadsOut } from '../git/leadsOut.js';
import { insteadOf } from '../platform/insteadOf.js';
import type { InstallPlace } from './installPlace.js';

/** A file as it is before it is edited. */
export interface TargetFile {
  /** The file itself, where links lead. */
  readonly path: string;
  /** With its byte order mark; undefined where there is no file. */
  readonly text: string | undefined;
  /** As in chmod. */
  readonly mode: number | undefined;
  /** Folders above it that are missing, the outermost first. */
  readonly missing: readonly string[];
}

/** Bytes; an agent's settings are far smaller. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Reads a file that is to be edited, or why it may not be, as the end of a sentence that begins with its name: it is reached
 * through a link out of the repository, is part of another repository, is read-only, or is not text.
 */
export async function readTarget(
  place: InstallPlace,
  path: string,
  { mayBeReadOnly = false } = {},
): Promise<TargetFile | { problem: string }> {
  const root = await realpath(place.root);
  const way = relative(place.root, path);
  const isOutside = leadsOut(way);
  if (place.scope === 'project' && (isOutside || /(^|[\\/])\.git([\\/]|$)/i.test(way))) {
    return { problem: 'is not a file of the worktree' };
  }
  const missing: string[] = [];
  let folder = dirname(path);
  let real: string | undefined;
  for (; ; folder = dirname(folder)) {
    real = await realpath(folder).catch(insteadOf('ENOENT ENOTDIR', undefined));
    if (real !== undefined) break;
    if (await isThere(folder)) return { problem: 'is behind a link that leads nowhere' };
    missing.unshift(folder);
  }
  if (!(await stat(real)).isDirectory()) return { problem: 'is below a file' };
  const target = join(real, relative(folder, path));
  const end = await realpath(target).catch(insteadOf('ENOENT', undefined));
  if (end === undefined && (await isThere(target))) return { problem: 'is a link that leads nowhere' };
  const found = end ?? target;
  if (!isOutside && leadsOut(relative(root, found))) {
    return { problem: place.scope === 'user' ? 'leads out of the home directory' : 'leads out of the repository' };
  }
  if (place.scope === 'project' && (await isInOther(root, found))) return { problem: 'is part of another repository' };
  if (end === undefined) return { path: found, text: undefined, mode: undefined, missing };
  const { mode, size, isFile } = await describe(end);
  if (!isFile) return { problem: 'is not a regular file' };
  if (size > maxBytes) return { problem: 'is too large' };
  if (!mayBeReadOnly && (mode & 0o222) === 0) return { problem: 'is read-only' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(end));
    return { path: end, text, mode: mode & 0o7777, missing };
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'is not text in UTF-8' };
    throw error;
  }
}

async function describe(path: string): Promise<{ mode: number; size: number; isFile: boolean }> {
  const found = await stat(path);
  return { mode: found.mode, size: found.size, isFile: found.isFile() };
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(insteadOf('ENOENT ENOTDIR', undefined))) !== undefined;
}

/** True where a folder between the root and the file is a repository of its own, as a submodule is. */
async function isInOther(root: string, path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    if (basename(folder) === '' || !isAbsolute(folder) || folder === dirname(folder)) return false;
    if (await isThere(join(folder, '.git'))) return true;
  }
  return false;
}
