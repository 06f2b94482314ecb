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

export interface LaneTree {
  readonly directory: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  /** False if the folder is not visible here, or belongs to another repository now. */
  readonly isThere: boolean;
}

/** Falls back to the git directory if the main worktree is unknown. */
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

/** Returns the real absolute path for a lane's worktree; undefined without a known main worktree. */
export async function placeOf(place: LanePlace, lane: string): Promise<string | undefined> {
  const top = await mainTop(place);
  if (top === undefined) return undefined;
  const folder = place.treesFolder(top);
  return join(await realpath(folder).catch(() => folder), lane);
}

/** Lists the main worktree first; omits worktrees whose folder was removed. */
export async function list({ commonDir, git }: GitPlace): Promise<readonly LaneTree[]> {
  const { trees: entries } = await listWorkTrees(git, commonDir);
  const isThere = (directory: string, index: number): boolean =>
    index === 0 ? existsSync(directory) : linkedGitDir(directory, commonDir) !== undefined;
  return entries.map((entry, index) => ({ ...entry, isThere: isThere(entry.directory, index) }));
}

export async function treeAt(place: GitPlace, path: string): Promise<LaneTree | undefined> {
  const real = await realpath(path).catch(() => path);
  return (await list(place)).find(({ directory, isThere }) => isThere && directory === real);
}

export async function kindOf(_place: GitPlace, path: string): Promise<'folder' | 'other' | 'nothing'> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return 'nothing';
  return found.isDirectory() ? 'folder' : 'other';
}

/** Returns the obstacle in the place of a missing worktree, as half a sentence. */
export async function inTheWay(place: GitPlace, directory: string): Promise<string | undefined> {
  const kind = await kindOf(place, directory);
  if (kind === 'nothing') return undefined;
  const isUnknown = (await registrationOf(place.commonDir, directory)) === undefined;
  return kind === 'folder' && gitDirectoryOf(directory) === undefined && isUnknown
    ? 'its folder exists, but its .git file and git’s record of it are missing'
    : 'something else is in its place';
}

/** Returns true for a folder with files that is not a worktree or repository. */
export async function holdsLooseFiles(place: GitPlace, directory: string): Promise<boolean> {
  if ((await kindOf(place, directory)) !== 'folder' || gitDirectoryOf(directory) !== undefined) return false;
  const own: readonly string[] = ['.git', ...laneFileNames];
  return (await readdir(directory)).some(name => !own.includes(name));
}

/** Also finds an entry that differs by case, on a disk that ignores case. */
export async function takenBy(place: LanePlace, path: string): Promise<string | undefined> {
  if ((await kindOf(place, path)) !== 'nothing') return path;
  if (!(await place.ignoresCase())) return undefined;
  const parent = dirname(path);
  const twin = caseTwin(await readdir(parent).catch(() => []), basename(path));
  return twin === undefined ? undefined : join(parent, twin);
}

/** Returns true for a missing folder of which git has the index, HEAD and operation in progress. */
export async function isAway(place: GitPlace, directory: string): Promise<boolean> {
  if ((await kindOf(place, directory)) !== 'nothing') return false;
  return (await registrationOf(place.commonDir, directory)) !== undefined;
}

/** Returns the reason why a worktree may be elsewhere or come back; undefined if it exists or is gone. */
export function whyMissing({ commonDir }: GitPlace, directory: string): Promise<AwayTree | undefined> {
  return whyAway(commonDir, directory);
}

export function requireOwn({ gitIn }: GitPlace, directory: string): Promise<void> {
  return requireOwnTree(gitIn(directory));
}

/** Makes git use the new folder whatever is set for all worktrees. `opening` is the lane's id, recorded for recovery. */
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

/** Moves git's record if the folder at `to` names it, as after a move with the repository; otherwise returns false. */
export async function relink({ commonDir, git, gitIn }: GitPlace, from: string, to: string): Promise<boolean> {
  const gitDir = await registrationOf(commonDir, from);
  if (gitDir === undefined || !(await matchesRepository(to, gitDir))) return false;
  await git.run(['worktree', 'repair', to]);
  await claimOwnTree(gitIn(to));
  return (await registrationOf(commonDir, to)) === gitDir;
}

/** Replaces existing files in the top folder, by name. */
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

/** Returns undefined unless the folder is a worktree of the repository. */
export async function condition(place: GitPlace, directory: string): Promise<TreeCondition | undefined> {
  const gitDir = linkedGitDir(directory, place.commonDir);
  return gitDir === undefined ? undefined : conditionOf(place.gitIn(directory), gitDir);
}

/** Lists ignored paths that would not be kept with a worktree; empty for other folders. */
export async function leftBehind(
  { gitIn }: GitPlace,
  directory: string,
  ignoredBytes: number,
): Promise<LeftFiles['leftBehind']> {
  if (gitDirectoryOf(directory) === undefined) return [];
  return (await listFiles({ git: gitIn(directory), root: directory }, ignoredBytes)).leftBehind;
}

/** Returns changes since the merge base, and that commit; undefined without one. */
export async function changes(
  { gitIn }: GitPlace,
  directory: string,
  base: string,
): Promise<{ from: string; files: FileHunks } | undefined> {
  const git = gitIn(directory);
  const from = await git.line(['merge-base', 'HEAD', base]);
  return from === undefined ? undefined : { from, files: (await changesSince(git, from)).files };
}

/** Lists files of these changes, up to HEAD with `committed`; `head` is its full id. */
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

/** Lists files changed since the merge base with `from`, else since the first parent, else since nothing. */
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
