import type { MergeWay } from '../../domain/lane/mergeWay.js';
import { type Message, message } from '../../messages/message.js';
import { GitFailure } from '../gitFailure.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { listWorkTrees } from '../listWorkTrees.js';
import { ownTreeProblem } from '../ownTree.js';
import { registrationOf } from '../registrationOf.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import { branchCommit, isAncestor } from './branches.js';
import { branchInUse } from './branchInUse.js';
import type { GitPlace, LanePlace } from './lanePlace.js';
import { pathsLeftBehind } from './pathsLeftBehind.js';
import { simulateMerge } from './simulateMerge.js';

export interface MergeRequest {
  readonly branch: string;
  /** A branch at another commit is not merged. */
  readonly approved: string;
  readonly into: string;
  readonly way: MergeWay;
  /** Ignored by `rebase`. */
  readonly message: string;
}

/** Changes anything only with `merged` and `leftBehind`. */
export type MergeAnswer =
  | { readonly outcome: 'merged'; readonly commit: string }
  | { readonly outcome: 'alreadyMerged'; readonly commit: string }
  | { readonly outcome: 'conflict'; readonly paths: readonly string[] }
  /** The worktree of `into` prevents the merge: changes that would be lost, a lock, a merge in progress. */
  | {
      readonly outcome: 'inTheWay';
      readonly directory: string;
      readonly said: Message | string;
      readonly hint?: Message;
    }
  /** Merged, but the worktree of `into` has these files as before: a commit there would undo the merge. */
  | { readonly outcome: 'leftBehind'; readonly directory: string; readonly paths: readonly string[] }
  | { readonly outcome: 'moved'; readonly what: 'branch' | 'into' }
  | { readonly outcome: 'missing'; readonly what: 'branch' | 'into' };

type MergePlace = GitPlace & Pick<LanePlace, 'inThrowAwayTree'>;

/**
 * Merges in git's objects, then moves the branch in one step, so that nothing changes after a failure. A worktree of `into` is
 * updated; if it cannot be, or would lose changes, it is in the way. Rejects with a `GitFailure` for unexpected failures,
 * such as a missing committer name.
 */
export async function mergeBranch(place: MergePlace, request: MergeRequest): Promise<MergeAnswer> {
  const { git } = place;
  const [tip, base] = await Promise.all([branchCommit(place, request.branch), branchCommit(place, request.into)]);
  if (tip === undefined) return { outcome: 'missing', what: 'branch' };
  if (base === undefined) return { outcome: 'missing', what: 'into' };
  if (tip !== request.approved) return { outcome: 'moved', what: 'branch' };
  if (await isAncestor(place, tip, base)) return { outcome: 'alreadyMerged', commit: base };
  const from = await startOf(place, request.into, { tip, base });
  const made =
    request.way === 'rebase' ? await rebased(place, tip, base) : await joined(place, request, { tip, base: from });
  if (made.outcome !== 'made') return made;
  // After a crash before its report, a squash or rebase is merged again: the base already has all of it.
  if (request.way !== 'merge' && (await treeOf(git, made.commit)) === (await treeOf(git, base))) {
    return { outcome: 'alreadyMerged', commit: base };
  }
  return put(place, request.into, base, made.commit);
}

/** Returns the remote's base if the branch contains it and the local base is behind: pushed commits are not squashed. */
export async function startOf({ git }: Pick<GitPlace, 'git'>, into: string, { tip, base }: Ends): Promise<string> {
  const ref = `refs/remotes/origin/${into}^{commit}`;
  const remote = await git.line(['rev-parse', '--verify', '--quiet', ref]);
  // A merge onto the tip itself would be empty.
  if (remote === undefined || remote === base || remote === tip) return base;
  if (!(await isAncestor({ git }, base, remote))) return base;
  return (await isAncestor({ git }, remote, tip)) ? remote : base;
}

async function treeOf(git: GitProcess, commit: string): Promise<string> {
  return (await git.text(['rev-parse', '--verify', `${commit}^{tree}`])).trim();
}

type Made =
  | { readonly outcome: 'made'; readonly commit: string }
  | { readonly outcome: 'conflict'; readonly paths: readonly string[] };

interface Ends {
  readonly tip: string;
  readonly base: string;
}

async function joined(place: MergePlace, { way, message }: MergeRequest, { tip, base }: Ends): Promise<Made> {
  const { git } = place;
  const simulated = await simulateMerge(place, base, tip);
  const merged = simulated.outcome === 'unsupported' ? await mergedInTree(place, { tip, base }) : simulated;
  if (merged.outcome === 'conflict') return { outcome: 'conflict', paths: merged.paths };
  const parents = way === 'merge' ? [base, tip] : [base];
  const sign = (await git.line(['config', '--type=bool', '--get', 'commit.gpgSign'])) === 'true' ? ['-S'] : [];
  const args = ['commit-tree', merged.tree, ...parents.flatMap(parent => ['-p', parent]), ...sign];
  const commit = await git.text([...args, '-F', '-'], { input: `${message.trim()}\n` });
  return { outcome: 'made', commit: commit.trim() };
}

type Tree = { readonly outcome: 'clean'; readonly tree: string };
type Conflict = { readonly outcome: 'conflict'; readonly paths: readonly string[] };

/** For git without `merge-tree --write-tree`. */
function mergedInTree(place: MergePlace, { tip, base }: Ends): Promise<Tree | Conflict> {
  return place.inThrowAwayTree(base, async directory => {
    const git = place.gitIn(directory);
    const paths = await conflictsOf(git, ['merge', '--no-commit', '--no-ff', '--quiet', tip]);
    if (paths.length > 0) return { outcome: 'conflict', paths };
    return { outcome: 'clean', tree: (await git.text(['write-tree'])).trim() };
  });
}

/** Uses a temporary worktree. */
function rebased(place: MergePlace, tip: string, base: string): Promise<Made> {
  return place.inThrowAwayTree(tip, async directory => {
    const git = place.gitIn(directory);
    const how = ['-c', 'rebase.updateRefs=false', 'rebase', '--quiet', '--no-autostash', base];
    const paths = await conflictsOf(git, how);
    if (paths.length > 0) return { outcome: 'conflict', paths };
    return { outcome: 'made', commit: (await git.text(['rev-parse', '--verify', 'HEAD'])).trim() };
  });
}

/** Rejects if the command stopped for another reason, such as a signature. */
async function conflictsOf(git: GitProcess, args: readonly string[]): Promise<string[]> {
  try {
    await git.run(['-c', 'rerere.autoUpdate=false', ...args]);
    return [];
  } catch (error) {
    const paths = error instanceof GitFailure && error.exitCode === 1 ? await unmergedPaths(git) : [];
    if (paths.length === 0) throw error;
    return paths;
  }
}

export async function unmergedPaths(git: GitProcess): Promise<string[]> {
  return splitNul(await git.text(['diff', '--name-only', '--diff-filter=U', '-z']));
}

/** Moves the branch and its worktree. */
async function put(place: MergePlace, into: string, base: string, commit: string): Promise<MergeAnswer> {
  const { git } = place;
  const { trees } = await listWorkTrees(git, place.commonDir);
  const checkouts = trees.filter(({ branch }) => branch === into).map(({ directory }) => directory);
  const obstacle = await obstacleTo(place, into, { all: trees.map(({ directory }) => directory), checkouts });
  if (obstacle !== undefined) return obstacle;
  const [directory] = checkouts;
  try {
    if (directory === undefined) {
      const how = ['-m', 'stateroom: merge', `refs/heads/${into}`, commit, base];
      await git.run(['update-ref', ...how], { runsHooks: true });
    } else {
      const tree = place.gitIn(directory);
      // Git updates the branch that is checked out at this moment.
      const head = await tree.line(['symbolic-ref', '--quiet', 'HEAD']);
      if (head !== `refs/heads/${into}` || (await branchCommit(place, into)) !== base) {
        return { outcome: 'moved', what: 'into' };
      }
      await tree.run(['merge', '--ff-only', '--no-autostash', '--quiet', commit], { runsHooks: true });
      const paths = await pathsLeftBehind(tree, base, commit);
      if (paths.length > 0) return { outcome: 'leftBehind', directory, paths };
    }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    if ((await branchCommit(place, into)) !== base) return { outcome: 'moved', what: 'into' };
    if (directory === undefined) throw error;
    return { outcome: 'inTheWay', directory, said: error.said };
  }
  return (await isIn(place, commit, into)) ? { outcome: 'merged', commit } : { outcome: 'moved', what: 'into' };
}

async function obstacleTo(
  place: MergePlace,
  branch: string,
  { all, checkouts }: { readonly all: readonly string[]; readonly checkouts: readonly string[] },
): Promise<MergeAnswer | undefined> {
  for (const directory of all) {
    const gitDir = gitDirectoryOf(directory) ?? (await registrationOf(place.commonDir, directory));
    const operation = gitDir === undefined ? undefined : await branchInUse(gitDir, branch);
    if (operation !== undefined) {
      return { outcome: 'inTheWay', directory, said: message('git.operationOn', { operation, branch }) };
    }
  }
  const unseen = checkouts.find(directory => gitDirectoryOf(directory) === undefined);
  if (unseen !== undefined) {
    return { outcome: 'inTheWay', directory: unseen, said: message('git.branchUnseen', { branch, directory: unseen }) };
  }
  const [directory, second] = checkouts;
  if (second !== undefined) {
    return {
      outcome: 'inTheWay',
      directory: second,
      said: message('git.branchElsewhere', { branch, directory: second }),
    };
  }
  const problem = directory === undefined ? undefined : await ownTreeProblem(place.gitIn(directory));
  if (directory === undefined || problem === undefined) return undefined;
  const hint = problem.hint === undefined ? {} : { hint: problem.hint };
  return { outcome: 'inTheWay', directory, said: problem.message, ...hint };
}

/** True also with later commits on top. */
async function isIn(place: GitPlace, commit: string, into: string): Promise<boolean> {
  const now = await branchCommit(place, into);
  return now !== undefined && (now === commit || (await isAncestor(place, commit, now)));
}
