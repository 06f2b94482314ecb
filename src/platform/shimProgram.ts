import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { textOfRegularFileSync } from './regularFile.js';

/** Reason to refuse, as a sentence without full stop. A store may come with a repository and must not lead to its programs. */
export function programProblem(file: string, version: string, commonDir: string): string | undefined {
  if (!isNormal(file) || basename(file) !== 'cli.mjs' || statOf(file)?.isFile() !== true) {
    return `${file} is not an installed Stateroom`;
  }
  const place = placeProblem(file, commonDir);
  if (place !== undefined) return place;
  const install = dirname(dirname(realpathSync(file)));
  if ([realpathSync(file), dirname(realpathSync(file)), install].some(isForEverybody)) {
    return `${file} is writable by all users`;
  }
  if (placesOf(tmpdir()).some(folder => placesOf(file).some(path => isWithin(path, folder)))) {
    return `${file} is in a folder for temporary files`;
  }
  const manifest = manifestIn(install);
  if (manifest?.name !== 'stateroom') return `${file} is not an installed Stateroom`;
  return manifest.version === version ? undefined : `${file} is not version ${version}`;
}

export function runtimeProblem(path: string, commonDir: string): string | undefined {
  return isNormal(path) && isExecutable(path) ? placeProblem(path, commonDir) : `${path} is not a program`;
}

function placeProblem(path: string, commonDir: string): string | undefined {
  const root = basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;
  const own = [...placesOf(commonDir), ...placesOf(root), ...placesOf(`${root}.worktrees`)];
  for (const place of placesOf(path)) {
    if (own.some(folder => isWithin(place, folder))) return `${path} is in this repository`;
    if (placesOf(commonDir).some(folder => isInWorktreeOf(place, folder))) return `${path} is in this repository`;
  }
  return undefined;
}

/** Returns the path as written and its real path. */
function placesOf(path: string): string[] {
  try {
    return [path, realpathSync(path)];
  } catch {
    return [path];
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
}

/** Checks for this repository's worktrees, which can be anywhere; accepts other repositories, as of a version manager. */
function isInWorktreeOf(path: string, commonDir: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const gitDir = gitDirectoryIn(folder);
    if (gitDir !== undefined && (isWithin(gitDir, commonDir) || isWithin(commonDir, gitDir))) return true;
    if (folder === dirname(folder)) return false;
  }
}

function gitDirectoryIn(folder: string): string | undefined {
  const path = join(folder, '.git');
  const found = statOf(path);
  if (found?.isDirectory() === true) return path;
  const target = /^gitdir: (.+)$/m.exec(found?.isFile() === true ? readOrEmpty(path) : '')?.[1]?.trim();
  return target && resolve(folder, target);
}

function isNormal(path: string): boolean {
  return isAbsolute(path) && resolve(path) === path;
}

function statOf(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}

/** Not owned by this user or the system, or writable by everyone. */
function isForEverybody(path: string): boolean {
  const user = process.getuid?.();
  const found = statOf(path);
  if (user === undefined || found === undefined) return false;
  return (found.uid !== user && found.uid !== 0) || (found.mode & 0o002) !== 0;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statOf(path)?.isFile() === true;
  } catch {
    return false;
  }
}

function manifestIn(folder: string): { readonly name?: unknown; readonly version?: unknown } | undefined {
  const file = join(folder, 'package.json');
  // Reading a pipe would block.
  if (statOf(file)?.isFile() !== true) return undefined;
  try {
    return JSON.parse(readOrEmpty(file)) ?? undefined;
  } catch {
    return undefined;
  }
}

function readOrEmpty(path: string): string {
  try {
    return textOfRegularFileSync(path) ?? '';
  } catch {
    return '';
  }
}
