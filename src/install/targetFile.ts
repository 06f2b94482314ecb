import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Trespass, trespassOf } from '../git/trespass.js';
import { insteadOf } from '../platform/insteadOf.js';
import { leadsOut } from '../platform/leadsOut.js';
import { readRegularFile } from '../platform/regularFile.js';
import { type InstallPlace, shownPath } from './installPlace.js';

export interface TargetFile {
  readonly path: string;
  /** The target as shown to a person, if it differs from the name. */
  readonly leadsTo: string | undefined;
  /** Includes the byte order mark; undefined if there is no file. */
  readonly text: string | undefined;
  /** As in chmod. */
  readonly mode: number | undefined;
  /** Missing parent folders, outermost first. */
  readonly missing: readonly string[];
}

const trespassWords: Readonly<Record<Trespass, string>> = {
  outside: 'leads out of the repository',
  gitDirectory: 'leads into a git directory',
  otherRepository: 'is part of another repository',
  circle: 'is a broken link',
};

/**
 * Refuses, as the end of a sentence that begins with the name: in a repository, a link that leads outside, a git directory or
 * another repository; or a read-only, hard-linked or irregular file, or no text. A file refused for its location is not opened.
 */
export async function readTarget(
  place: InstallPlace,
  path: string,
  { mayBeReadOnly = false } = {},
): Promise<TargetFile | { problem: string }> {
  const root = await realpath(place.root);
  const isOutside = leadsOut(relative(place.root, path));
  if (place.scope === 'project') {
    const trespass = await trespassOf(place.root, path);
    if (trespass !== undefined) return { problem: trespassWords[trespass] };
  }
  const missing: string[] = [];
  let folder = dirname(path);
  let real: string | undefined;
  for (; ; folder = dirname(folder)) {
    real = await realpath(folder).catch(insteadOf('ENOENT ENOTDIR ELOOP', undefined));
    if (real !== undefined) break;
    if (await isThere(folder)) return { problem: 'is behind a broken link' };
    missing.unshift(folder);
  }
  if (!(await stat(real)).isDirectory()) return { problem: 'has a file where a folder should be' };
  const target = join(real, relative(folder, path));
  const end = await realpath(target).catch(insteadOf('ENOENT ELOOP', undefined));
  if (end === undefined && (await isThere(target))) return { problem: 'is a broken link' };
  const found = end ?? target;
  if (!isOutside && leadsOut(relative(root, found)))
    return { problem: 'resolves to a path outside the home directory' };
  const shown = shownPath({ ...place, root }, found);
  const leadsTo = shown === shownPath(place, path) ? undefined : shown;
  if (end === undefined) return { path: found, leadsTo, text: undefined, mode: undefined, missing };
  const read = await readRegularFile(end, { followsLinks: false }).catch(insteadOf('EACCES EPERM', undefined));
  if (read === undefined) return { problem: 'cannot be read' };
  if ('problem' in read) return { problem: read.problem };
  const { mode, nlink } = await stat(end);
  if (!mayBeReadOnly && (mode & 0o222) === 0) return { problem: 'is read-only' };
  // An atomic write replaces the file under this name only; other hard links would keep the old content.
  if (!mayBeReadOnly && nlink > 1) return { problem: 'has several hard links, which an edit would separate' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.content);
    return { path: end, leadsTo, text, mode: mode & 0o7777, missing };
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'is not UTF-8 text' };
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(insteadOf('ENOENT ENOTDIR', undefined))) !== undefined;
}
