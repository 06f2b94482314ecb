import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type ListedWorkTree, readWorkTreeList } from './gitOutput.js';
import { type GitProcess, splitNul } from './gitProcess.js';
import { readHead } from './headFile.js';
import { gitDirectoryOf } from './repositoryLocation.js';
import { isUnseen } from './unseenFolder.js';
import type { WorkTreeEntry } from './workTree.js';

export interface WorkTreeList {
  /** Includes locked and invisible ones, whose branches are in use. */
  readonly trees: readonly WorkTreeEntry[];
  /** Linked ones whose folder was removed. */
  readonly gone: readonly WorkTreeEntry[];
}

/** Lists worktrees like git, but the main one as it is on disk, whatever `core.bare` is and wherever its git directory is. */
export async function listWorkTrees(git: GitProcess, commonDir: string): Promise<WorkTreeList> {
  const [main, ...linked] = readWorkTreeList(await git.text(['worktree', 'list', '--porcelain', '-z']));
  const isGone = (tree: ListedWorkTree): boolean => tree.isPrunable && !isUnseen(tree.directory);
  const present = linked.filter(tree => !isGone(tree)).map(entryOf);
  const trees = main === undefined ? present : [await asOnDisk(git, commonDir, main), ...present];
  return { trees, gone: linked.filter(isGone).map(entryOf) };
}

function entryOf({ directory, branch, commit }: ListedWorkTree): WorkTreeEntry {
  return { directory, branch, commit };
}

async function asOnDisk(git: GitProcess, commonDir: string, listed: ListedWorkTree): Promise<WorkTreeEntry> {
  const directory = (await mainCheckout(git, commonDir)) ?? listed.directory;
  if (!listed.isBare || !(await isCheckedOut(git, commonDir, directory))) return { ...entryOf(listed), directory };
  return { directory, ...((await readHead(commonDir, commonDir)) ?? (await headOf(git, commonDir))) };
}

/** Ignores `core.bare`, which may be set by mistake. Starts git only if the git directory is outside of the worktree. */
export async function mainCheckout(git: GitProcess, commonDir: string): Promise<string | undefined> {
  if (basename(commonDir) === '.git') return dirname(commonDir);
  const named = await git.line(['config', 'core.worktree'], { variables: { GIT_DIR: commonDir } });
  const directory = named && (await realpath(resolve(commonDir, named)).catch(() => undefined));
  return directory && gitDirectoryOf(directory) === commonDir ? directory : undefined;
}

const maxSought = 1000;

/** Returns true if a git directory has an index, and the folder one of its files. */
async function isCheckedOut(git: GitProcess, commonDir: string, directory: string): Promise<boolean> {
  if (!existsSync(join(commonDir, 'index')) || gitDirectoryOf(directory) !== commonDir) return false;
  const variables = { GIT_DIR: commonDir, GIT_WORK_TREE: directory };
  const paths = splitNul(await git.text(['ls-files', '-z', '--cached', '--full-name', '--', ':/'], { variables }));
  return paths.slice(0, maxSought).some(path => existsSync(join(directory, path)));
}

/** Uses git, for references that are not in files of their own. */
async function headOf(git: GitProcess, commonDir: string): Promise<Pick<WorkTreeEntry, 'branch' | 'commit'>> {
  const variables = { GIT_DIR: commonDir };
  const branch = await git.line(['symbolic-ref', '--quiet', 'HEAD'], { variables });
  const commit = await git.line(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { variables });
  return { branch: branch?.replace(/^refs\/heads\//, ''), commit };
}
