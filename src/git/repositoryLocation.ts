import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../domain/refusal/refusal.js';
import { message } from '../messages/message.js';
import { leadsOut } from '../platform/leadsOut.js';
import { textOfRegularFileSync } from '../platform/regularFile.js';

/** Absolute, with links resolved. */
export interface RepositoryLocation {
  /** The same for the main worktree, linked ones and subfolders. */
  readonly commonDir: string;
  /** Undefined in a bare repository and inside a git directory. */
  readonly worktreeRoot: string | undefined;
  /** `<commonDir>/stateroom`: never committed, and safe from `git clean`. */
  readonly storeDirectory: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const storeDirectoryName = 'stateroom';

/**
 * Finds the repository like git, without starting it: upwards to a `.git` folder, a `.git` file or a bare repository. Runs and
 * obeys nothing in it, so git's check of its owner does not apply.
 *
 * `environment` is that of the process; pass `{}` if a person named the directory. Hooks export `GIT_DIR`, also to programs
 * that change to another repository, where git would mix both: so it counts only if no repository encloses the directory and
 * `GIT_WORK_TREE` contains it.
 *
 * Refuses with `no_repository` outside of repositories and for a dangling `.git` file, which the message names.
 */
export function locateRepository(directory: string, environment: Environment = {}): RepositoryLocation | Refusal {
  const start = realDirectory(directory);
  if (start === undefined) {
    return refuse('no_repository', message('git.noFolder', { directory }), { hint: 'git.noFolderHint' });
  }
  for (let current = start; ; current = dirname(current)) {
    const found = openRepositoryAt(current);
    if (found !== undefined) return found;
    if (dirname(current) === current) break;
  }
  return (
    repositoryFromEnvironment(start, environment) ??
    refuse('no_repository', message('git.noRepository', { directory: start }), { hint: 'git.noRepositoryHint' })
  );
}

function openRepositoryAt(directory: string): RepositoryLocation | Refusal | undefined {
  const dotGit = join(directory, '.git');
  const kind = kindOf(dotGit);
  if (kind === 'directory' && isGitDirectory(dotGit)) return location(dotGit, directory);
  if (kind === 'file') {
    const gitDirectory = followGitFile(dotGit);
    return isRefusal(gitDirectory) ? gitDirectory : location(gitDirectory, directory);
  }
  // A bare repository, or a directory inside `.git`, where server-side hooks run.
  if (isGitDirectory(directory)) {
    const parent = basename(directory) === '.git' ? dirname(directory) : undefined;
    return location(directory, parent);
  }
  return undefined;
}

function repositoryFromEnvironment(start: string, environment: Environment): RepositoryLocation | Refusal | undefined {
  const { GIT_DIR: gitDirectory, GIT_WORK_TREE: workTree } = environment;
  if (!gitDirectory || !workTree) return undefined;
  const root = realDirectory(resolve(start, workTree));
  const named = realDirectory(resolve(start, gitDirectory));
  if (root === undefined || named === undefined || !isGitDirectory(named)) return undefined;
  const inside = relative(root, start);
  if (leadsOut(inside)) return undefined;
  return location(named, root);
}

function location(gitDirectory: string, worktreeRoot: string | undefined): RepositoryLocation | Refusal {
  const commonDir = commonDirectory(gitDirectory);
  if (isRefusal(commonDir)) return commonDir;
  return { commonDir, worktreeRoot, storeDirectory: join(commonDir, storeDirectoryName) };
}

/** Returns the `.git` folder, or the target of a `.git` file. */
export function gitDirectoryOf(worktreeRoot: string): string | undefined {
  const dotGit = join(worktreeRoot, '.git');
  const found = kindOf(dotGit) === 'file' ? followGitFile(dotGit) : realDirectory(dotGit);
  return isRefusal(found) ? undefined : found;
}

/** Returns the git directory of a linked worktree of this repository; undefined for other folders. */
export function linkedGitDir(directory: string, commonDir: string): string | undefined {
  const gitDir = gitDirectoryOf(directory);
  if (gitDir === undefined) return undefined;
  return dirname(gitDir) === join(commonDir, 'worktrees') ? gitDir : undefined;
}

/** Format: `gitdir: <path>`, relative to the file's folder. */
function followGitFile(file: string): string | Refusal {
  const text = readText(file);
  const target = text === undefined ? undefined : /^gitdir: ([^\0\r\n]+)\r?\n?$/.exec(text)?.[1];
  if (target === undefined) {
    return refuse('no_repository', message('git.invalidGitFile', { file }), { hint: 'git.invalidGitFileHint' });
  }
  const gitDirectory = realDirectory(resolve(dirname(file), target));
  if (gitDirectory === undefined || !isGitDirectory(gitDirectory)) {
    return refuse('no_repository', message('git.badGitFile', { file, target }), { hint: 'git.badGitFileHint' });
  }
  return gitDirectory;
}

/** Follows `commondir` of a linked worktree's git directory. */
function commonDirectory(gitDirectory: string): string | Refusal {
  const real = realDirectory(gitDirectory) ?? gitDirectory;
  const file = join(real, 'commondir');
  const text = readText(file);
  if (text === undefined) return real;
  const target = text.trim();
  const commonDir = target === '' ? undefined : realDirectory(resolve(real, target));
  if (commonDir === undefined || !isGitDirectory(commonDir)) {
    return refuse('no_repository', message('git.badCommonDir', { file, target }), { hint: 'git.badCommonDirHint' });
  }
  return commonDir;
}

/** Git's criteria: a HEAD, and objects and refs here or in the common directory. */
function isGitDirectory(directory: string): boolean {
  if (kindOf(join(directory, 'HEAD')) !== 'file') return false;
  if (kindOf(join(directory, 'commondir')) === 'file') return true;
  return kindOf(join(directory, 'objects')) === 'directory' && kindOf(join(directory, 'refs')) === 'directory';
}

function kindOf(path: string): 'file' | 'directory' | undefined {
  try {
    const found = statSync(path);
    return found.isDirectory() ? 'directory' : found.isFile() ? 'file' : undefined;
  } catch {
    return undefined;
  }
}

const maxPointerBytes = 64 * 1024;

function readText(path: string): string | undefined {
  try {
    return textOfRegularFileSync(path, maxPointerBytes);
  } catch {
    return undefined;
  }
}

function realDirectory(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}
