import { existsSync } from 'node:fs';
import { lstat, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { laneFileNames } from '../../domain/lane/laneKit.js';
import { writeFileAtomically } from '../../platform/files.js';
import { listWorkTrees, mainCheckout } from '../listWorkTrees.js';
import { claimOwnTree, requireOwnTree } from '../ownTree.js';
import { type AwayTree, matchesRepository, registrationOf, whyAway } from '../registrationOf.js';
import { gitDirectoryOf, linkedGitDir } from '../repositoryLocation.js';
import { type LeftFiles, listFiles } from '../rescue/listFiles.js';
import { makeRoomFor } from '../treePlace.js';
import { caseTwin } from './caseTwin.js';
import { putMark } from './gitDirMark.js';
import type { GitPlace, LanePlace } from './lanePlace.js';
import { type FileChange, listChanges } from './listChanges.js';
import { changesSince, type FileHunks } from './readChanges.js';
import { conditionOf, type TreeCondition } from './treeCondition.js';

/** A linked worktree, as lanes need it. */
export interface LaneTree {
  /** Absolute path of its top folder. */
  readonly directory: string;
  /** Without `refs/heads/`; undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** Full id of HEAD. */
  readonly commit: string | undefined;
  /** False when git still knows it and its folder is not to be seen here, or now belongs to another repository. */
  readonly isThere: boolean;
}

/** Absolute path of the repository's main worktree, as it is listed first; git's own directory where that is not known. */
export async function mainDirectory({ commonDir, git }: GitPlace): Promise<string> {
  const listed = (await mainCheckout(git, commonDir)) ?? commonDir;
  return sep === '/' ? listed : listed.replaceAll(sep, '/');
}

async function mainTop(place: GitPlace): Promise<string | undefined> {
  const { commonDir, git } = place;
  const checkout = await mainCheckout(git, commonDir);
  if (checkout !== undefined) return checkout;
  return (await git.line(['config', '--bool', 'core.bare'])) === 'true' ? commonDir : undefined;
}

/** Absolute path, links resolved, where a lane's worktree goes; undefined when git does not say where the main one is. */
export async function placeOf(place: LanePlace, lane: string): Promise<string | undefined> {
  const top = await mainTop(place);
  if (top === undefined) return undefined;
  const folder = place.treesFolder(top);
  return join(await realpath(folder).catch(() => folder), lane);
}

/** All worktrees, the main one first; those whose folder was removed are left out. */
export async function list({ commonDir, git }: GitPlace): Promise<readonly LaneTree[]> {
  const { trees: entries } = await listWorkTrees(git, commonDir);
  const isThere = (directory: string, index: number): boolean =>
    index === 0 ? existsSync(directory) : linkedGitDir(directory, commonDir) !== undefined;
  return entries.map((entry, index) => ({ ...entry, isThere: isThere(entry.directory, index) }));
}

/** The worktree in a folder; undefined if the folder is not a worktree. */
export async function treeAt(place: GitPlace, path: string): Promise<LaneTree | undefined> {
  const real = await realpath(path).catch(() => path);
  return (await list(place)).find(({ directory, isThere }) => isThere && directory === real);
}

/** What is at a path outside of any worktree. */
export async function kindOf(_place: GitPlace, path: string): Promise<'folder' | 'other' | 'nothing'> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return 'nothing';
  return found.isDirectory() ? 'folder' : 'other';
}

/** What is in the place of a worktree that is not there, as half a sentence; undefined when nothing is. */
export async function inTheWay(place: GitPlace, directory: string): Promise<string | undefined> {
  const kind = await kindOf(place, directory);
  if (kind === 'nothing') return undefined;
  const isUnknown = (await registrationOf(place.commonDir, directory)) === undefined;
  return kind === 'folder' && gitDirectoryOf(directory) === undefined && isUnknown
    ? 'its folder exists, but its .git file and git’s record of it are missing'
    : 'something else is in its place';
}

/** True for a folder that holds files of someone's and is not a worktree or repository. */
export async function holdsLooseFiles(place: GitPlace, directory: string): Promise<boolean> {
  if ((await kindOf(place, directory)) !== 'folder' || gitDirectoryOf(directory) !== undefined) return false;
  const own: readonly string[] = ['.git', ...laneFileNames];
  return (await readdir(directory)).some(name => !own.includes(name));
}

/** What is at a path, or would be met there by a disk that knows no upper and lower case; undefined when nothing is. */
export async function takenBy(place: LanePlace, path: string): Promise<string | undefined> {
  if ((await kindOf(place, path)) !== 'nothing') return path;
  if (!(await place.ignoresCase())) return undefined;
  const parent = dirname(path);
  const twin = caseTwin(await readdir(parent).catch(() => []), basename(path));
  return twin === undefined ? undefined : join(parent, twin);
}

/** True when git knows a worktree in a folder that is not there: with its index, HEAD and what is in progress. */
export async function isAway(place: GitPlace, directory: string): Promise<boolean> {
  if ((await kindOf(place, directory)) !== 'nothing') return false;
  return (await registrationOf(place.commonDir, directory)) !== undefined;
}

/** Why the worktree in a folder may be elsewhere or come back; undefined where it is there or gone. */
export function whyMissing({ commonDir }: GitPlace, directory: string): Promise<AwayTree | undefined> {
  return whyAway(commonDir, directory);
}

/** Refuses a worktree where git works on another folder. */
export function requireOwn({ gitIn }: GitPlace, directory: string): Promise<void> {
  return requireOwnTree(gitIn(directory));
}

/**
 * Checks a branch out in a new folder, in which git means that folder, whatever is set for all worktrees. `opening` is the lane, by its id, whose opening this is: noted at the worktree, for who
 * would have to undo it.
 */
export async function addTree(
  { commonDir, git, gitIn }: GitPlace,
  directory: string,
  branch: string,
  opening?: string,
): Promise<void> {
  await makeRoomFor(directory);
  await git.run(['worktree', 'add', '--quiet', '--', directory, branch]);
  try {
    await claimOwnTree(gitIn(directory));
  } catch (error) {
    await git.run(['worktree', 'remove', '--force', '--', directory]);
    throw error;
  }
  const gitDir = linkedGitDir(directory, commonDir);
  if (gitDir !== undefined && opening !== undefined) await putMark(gitDir, 'opening', opening);
}

/**
 * Tells git that a worktree which it looks for at `from` is at `to`, where the folder there says that it is that one, as
 * when repository and worktrees were moved together. False, with nothing changed, where it does not.
 */
export async function relink({ commonDir, git, gitIn }: GitPlace, from: string, to: string): Promise<boolean> {
  const gitDir = await registrationOf(commonDir, from);
  if (gitDir === undefined || !(await matchesRepository(to, gitDir))) return false;
  await git.run(['worktree', 'repair', to]);
  await claimOwnTree(gitIn(to));
  return (await registrationOf(commonDir, to)) === gitDir;
}

/** Writes files of ours in the top folder of a lane's worktree, by name, replacing those that are there. */
export async function writeFiles(
  _place: GitPlace,
  directory: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [name, text] of files) await writeFileAtomically(join(directory, name), text);
}

export async function removeFiles(_place: GitPlace, directory: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(directory, name), { force: true });
}

/** Undefined for a folder that is not a worktree of the repository. */
export async function condition(place: GitPlace, directory: string): Promise<TreeCondition | undefined> {
  const gitDir = linkedGitDir(directory, place.commonDir);
  return gitDir === undefined ? undefined : conditionOf(place.gitIn(directory), gitDir);
}

/** Ignored files and folders that would not be kept with a worktree; empty for a folder that is none. */
export async function leftBehind(
  { gitIn }: GitPlace,
  directory: string,
  ignoredBytes: number,
): Promise<LeftFiles['leftBehind']> {
  if (gitDirectoryOf(directory) === undefined) return [];
  return (await listFiles({ git: gitIn(directory), root: directory }, ignoredBytes)).leftBehind;
}

/** What a worktree changes since its merge base with `base`, and where that is; undefined without a commit in common. */
export async function changes(
  { gitIn }: GitPlace,
  directory: string,
  base: string,
): Promise<{ from: string; files: FileHunks } | undefined> {
  const git = gitIn(directory);
  const from = await git.line(['merge-base', 'HEAD', base]);
  return from === undefined ? undefined : { from, files: await changesSince(git, from) };
}

/** The files of the same, up to the last commit where `committed` is set; `head` is its full id. */
export async function changedFiles(
  { gitIn }: GitPlace,
  directory: string,
  base: string,
  committed = false,
): Promise<{ from: string; head: string; files: readonly FileChange[] } | undefined> {
  const git = gitIn(directory);
  const head = await git.line(['rev-parse', 'HEAD']);
  const from = head && (await git.line(['merge-base', head, base]));
  if (head === undefined || from === undefined) return undefined;
  return { from, head, files: await listChanges(git, from, committed ? head : undefined) };
}

/**
 * The files that a commit changes: since it parted from `from`, else since its first parent, or since nothing where it has none.
 */
export async function changedBetween(
  { gitIn }: GitPlace,
  directory: string,
  from: string | undefined,
  to: string,
): Promise<{ from: string; head: string; files: readonly FileChange[] } | undefined> {
  const git = gitIn(directory);
  const before = await git.line(
    from === undefined ? ['rev-parse', '--verify', '--quiet', `${to}^`] : ['merge-base', from, to],
  );
  if (before === undefined && from !== undefined) return undefined;
  const start = before ?? (await git.text(['hash-object', '-t', 'tree', '--stdin'])).trim();
  return { from: start, head: to, files: await listChanges(git, start, to) };
}
