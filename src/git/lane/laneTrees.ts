import type { Message } from '../../messages/message.js';
import type { LeftFiles } from '../rescue/listFiles.js';
import type { Rescue } from '../rescue/rescue.js';
import type { Restored } from '../rescue/restoreWorkTree.js';
import type { PathChange } from '../workTree.js';
import type { BegunMerge } from './beginMerge.js';
import type { BranchDistance, BranchPair } from './branchDistances.js';
import type { DiskUse } from './diskUse.js';
import type { MergeAnswer, MergeRequest } from './mergeBranch.js';
import type { MergePlan } from './mergePlan.js';
import type { MergePrediction } from './predictMerges.js';
import type { FileHunks } from './readChanges.js';
import type { WrittenRemoval } from './removalProblem.js';
import type { MergeSimulation } from './simulateMerge.js';
import type { Survey, SurveyedLane } from './surveyLanes.js';
import type { TreeCondition } from './treeCondition.js';
import type { Unkeepable } from './unkeepable.js';

/** A linked worktree, as lanes need it. */
export interface LaneTree {
  /** Absolute path of its top folder. */
  readonly directory: string;
  /** Without `refs/heads/`; undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** Full id of HEAD. */
  readonly commit: string | undefined;
  /** False when git still knows it and its folder is gone, or is another repository's by now. */
  readonly isThere: boolean;
}

/** What a lane's rebase onto its base came to. */
export type RebaseAnswer =
  | { readonly outcome: 'rebased'; readonly commit: string }
  | { readonly outcome: 'conflict'; readonly paths: readonly string[] }
  /** Nothing was begun: changes that are not committed, or another operation in progress. */
  | { readonly outcome: 'refused'; readonly said: string };

/** Outcome of sending a lane's branch to the remote. */
export type PushAnswer =
  | { readonly outcome: 'pushed'; readonly commit: string }
  | { readonly outcome: 'noRemote' }
  /** Nothing over there has changed. */
  | { readonly outcome: 'refused'; readonly said: string };

export interface KeepRequest {
  readonly lane: string;
  readonly directory: string;
  /** ms UTC. */
  readonly now: number;
  /** Maximum number of bytes of ignored files that are kept too. */
  readonly ignoredBytes: number;
}

export interface RemoveRequest extends KeepRequest {
  /** What was kept of it before, and is what it is known by; nothing more is kept where nothing differs from that. */
  readonly whole?: Rescue;
  /** Hears, once all is kept and before anything goes, what it is kept as and where the folder lies by then. */
  readonly beforeLoss?: (rescue: Rescue, aside: string) => Promise<void>;
}

export interface DiscardRequest extends KeepRequest {
  /** Refuses a worktree with anything in it that git does not have elsewhere. */
  readonly onlyBare?: boolean;
  /** The same; without a rescue where there was nothing to keep. */
  readonly beforeLoss?: (rescue: Rescue | undefined, aside: string) => Promise<void>;
}

/** Written to all the time, held by a program, with what cannot be kept, or no worktree of this repository (any more). */
interface RemovalRefusal {
  readonly outcome: 'refused';
  readonly reason: 'busy' | 'inUse' | 'closedFolder' | 'unkeepable' | 'noWorkTree';
  readonly said: Message;
}

/** Outcome of removing a worktree. Refused: it is unchanged. */
export type RemoveAnswer = { readonly outcome: 'removed'; readonly rescue: Rescue } | RemovalRefusal;

/** Outcome of taking a worktree away that may hold nothing of its own. */
export type DiscardAnswer =
  /** Nothing of it is left, and it held nothing that git does not have. */
  | { readonly outcome: 'gone' }
  /** There was work in it: that is kept. */
  | { readonly outcome: 'removed'; readonly rescue: Rescue }
  | RemovalRefusal;

/** Outcome of bringing a rescue back. */
export type RestoreAnswer =
  | { readonly outcome: 'restored'; readonly restored: Restored }
  | { readonly outcome: 'refused'; readonly reason: 'occupied' | 'unreadable'; readonly said: string };

export interface RestoreHow {
  /** Leaves HEAD on the kept commit, and its branch to others. */
  readonly detached?: boolean;
  /** The lane, by its id, whose opening this is: noted at the worktree, for who would have to undo it. */
  readonly opening?: string;
}

/**
 * The worktrees and branches of lanes, for the whole repository wherever the caller stands. What is removed here was kept
 * before. Methods reject with a plain Error when git fails in a way that no one expects; everything expected is a value.
 */
export interface LaneTrees {
  /** Absolute path of the repository's main worktree, as git lists it; git's own directory where it is not in that. */
  mainDirectory(): Promise<string>;
  list(): Promise<readonly LaneTree[]>;
  /** Absolute path, links resolved, where a lane's worktree goes; undefined when git does not say where the main one is. */
  placeOf(lane: string): Promise<string | undefined>;
  /** The state of a branch; undefined when there is none. */
  branchCommit(branch: string): Promise<string | undefined>;
  /**
   * A branch, here or at the remote, that differs from this one, or whose folder does, by upper and lower case alone, on a disk
   * that does not tell the two apart; undefined when there is none.
   */
  branchTwin(branch: string): Promise<string | undefined>;
  /** Brings a branch of the remote up to date here. Rejects when the remote cannot be reached. */
  fetch(branch: string): Promise<'fetched' | 'noRemote' | 'noBranch'>;
  /** Where a new branch begins: the remote's commit when that is ahead, else the local one; undefined without either. */
  startOf(base: string): Promise<string | undefined>;
  createBranch(branch: string, commit: string): Promise<void>;
  /** Puts a branch that is at `from` and checked out nowhere elsewhere. */
  moveBranch(branch: string, from: string, to: string): Promise<void>;
  /** Takes a branch away that still is at `commit` and checked out nowhere. */
  removeBranch(branch: string, commit: string): Promise<void>;
  /** What is at a path outside of any worktree. */
  kindOf(path: string): Promise<'folder' | 'other' | 'nothing'>;
  /** What is in the place of a worktree that is not there, as half a sentence; undefined when nothing is. */
  inTheWay(directory: string): Promise<string | undefined>;
  /** True for a folder that holds files of someone's and is not a worktree or repository. */
  holdsLooseFiles(directory: string): Promise<boolean>;
  /** What is at a path, or would be met there by a disk that knows no upper and lower case; undefined when nothing is. */
  takenBy(path: string): Promise<string | undefined>;
  /** True when git knows a worktree in a folder that is not there: with its index, HEAD and what is in progress. */
  isAway(directory: string): Promise<boolean>;
  /** Checks a branch out in a new folder; `opening` as in `RestoreHow`. */
  addTree(directory: string, branch: string, opening?: string): Promise<void>;
  /**
   * Makes a worktree again whose folder was removed from outside: with its index and what was in progress where git still
   * knows of them, else with the branch alone. Rejects with half a sentence where someone locked it: it may come back.
   */
  bringBack(directory: string, branch: string): Promise<'index' | 'branch'>;
  /**
   * Tells git that a worktree which it looks for at `from` is at `to`, where the folder there says that it is that one, as
   * when repository and worktrees were moved together. False, with nothing changed, where it does not.
   */
  relink(from: string, to: string): Promise<boolean>;
  /** The worktree whose top folder a path leads to, links followed; undefined when it is none of the repository. */
  treeAt(path: string): Promise<LaneTree | undefined>;
  /** True for a worktree with nothing in it that git does not have elsewhere: files as in its HEAD, and ours. */
  isBare(directory: string): Promise<boolean>;
  /**
   * Takes a worktree away that may hold nothing but what git has, as one that was just made, whose making was cut short, or
   * whose branch is merged. What else someone has put in it is kept first.
   */
  discard(request: DiscardRequest): Promise<DiscardAnswer>;
  /** Writes files of ours in the top folder of a lane's worktree, by name, replacing those that are there. */
  writeFiles(directory: string, files: ReadonlyMap<string, string>): Promise<void>;
  removeFiles(directory: string, names: readonly string[]): Promise<void>;
  /** Lists files of ours in git's own exclude file, so that they are never anyone's change. Repeats are harmless. */
  exclude(patterns: readonly string[]): Promise<void>;
  /** Undefined for a folder that is not a worktree of the repository. */
  condition(directory: string): Promise<TreeCondition | undefined>;
  keep(request: KeepRequest): Promise<Rescue>;
  /** Keeps a worktree, then removes it; its branch stays. Of rescues that hold the same one stays. */
  remove(request: RemoveRequest): Promise<RemoveAnswer>;
  /**
   * Ends a removal whose process died; `aside` as `beforeLoss` heard it, undefined when it did not. True when the worktree
   * is in the end. Rejects with a sentence when it lies aside and something else is in its place.
   */
  settleRemoval(directory: string, aside: string | undefined): Promise<boolean>;
  /** Why a lane's removal is not continued with as it is written, a sentence without its full stop; undefined when it may be. */
  removalProblem(lane: string, removal: WrittenRemoval): Promise<string | undefined>;
  /**
   * Writes the `.git` file of a worktree again that is gone or leads nowhere. False, with nothing changed, where git knows of
   * no worktree in that folder, or the folder does not hold its files.
   */
  mendGitFile(directory: string): Promise<boolean>;
  /** Repositories inside a worktree that would be lost with it; empty for a folder that is not a worktree. */
  unkeepable(directory: string): Promise<readonly Unkeepable[]>;
  /** Newest first; of all lanes when none is named. */
  rescues(lane?: string): Promise<readonly Rescue[]>;
  /** Brings a worktree back as it was. */
  restore(rescue: Rescue, directory: string, how?: RestoreHow): Promise<RestoreAnswer>;
  /** The id of the lane whose opening makes the worktree in a folder; undefined where none does. */
  openingOf(directory: string): Promise<string | undefined>;
  /** Notes that the opening that made a worktree is over. */
  forgetOpening(directory: string): Promise<void>;
  /** True when a branch, tag or remote branch other than this one leads to a commit. */
  isElsewhere(commit: string, branch: string): Promise<boolean>;
  /** Forgets these rescues forever, with the secrets they hold. */
  forget(rescues: readonly Rescue[]): Promise<void>;
  /** How far a branch and its base are apart, in commits. */
  distance(branch: string, base: string): Promise<{ readonly ahead: number; readonly behind: number }>;
  /**
   * The same of many branches at once, by branch, whatever is at the remote too; without those that are not there. Starts no
   * git while no branch moves.
   */
  distances(pairs: readonly BranchPair[]): Promise<ReadonlyMap<string, BranchDistance>>;
  /** Rebases the branch that is checked out in a folder; a conflict is left in progress there. */
  rebase(directory: string, onto: string): Promise<RebaseAnswer>;
  /** Sends the branch that is checked out in a folder to the remote's branch of that name; never moves that one back. */
  push(directory: string, branch: string): Promise<PushAnswer>;
  /** True when a branch has merges that `base` has not: a rebase would take them apart. */
  hasMerges(branch: string, base: string): Promise<boolean>;
  simulate(into: string, from: string): Promise<MergeSimulation>;
  /**
   * Merges a branch into the one that is checked out in a folder, as far as its conflicts, which are left there; `keepsClean`
   * leaves a merge without conflicts in progress too.
   */
  beginMerge(directory: string, branch: string, keepsClean: boolean): Promise<BegunMerge>;
  /** Takes a merge that was begun in a folder back, so that it is as before. */
  abandonMerge(directory: string): Promise<void>;
  /** Files in conflict in a worktree. */
  conflicts(directory: string): Promise<readonly string[]>;
  merge(request: MergeRequest): Promise<MergeAnswer>;
  /** Which commits a merge would bring; undefined where the branch or what it goes into is gone. */
  planMerge(request: Pick<MergeRequest, 'branch' | 'into' | 'way'>): Promise<MergePlan | undefined>;
  /** Ignored files and folders that would not be kept with a worktree; empty for a folder that is none. */
  leftBehind(directory: string, ignoredBytes: number): Promise<LeftFiles['leftBehind']>;
  /** What a worktree takes on disk, and what of it tools could make again. Rejects when the signal ends it. */
  diskUse(directory: string, signal?: AbortSignal): Promise<DiskUse>;
  /** Removes folders that `diskUse` named and that are still ignored as a whole; those that went. */
  removeLeftovers(directory: string, paths: readonly string[]): Promise<readonly string[]>;
  /** What a worktree changes since its merge base with `base`, and where that is. */
  changes(directory: string, base: string): Promise<{ readonly from: string; readonly files: FileHunks } | undefined>;
  /** The files of the same, `from` the commit that they differ from. Undefined without a commit in common. */
  changedFiles(
    directory: string,
    base: string,
  ): Promise<{ readonly from: string; readonly files: readonly PathChange[] } | undefined>;
  /** What these lanes change, in lines of one commit; starts no git if nothing has changed since the last call. */
  survey(lanes: readonly SurveyedLane[]): Promise<Survey>;
  /**
   * Files with conflicts of pairs of commits, in the order they were given. Merges at most `most` pairs that were not merged
   * before; the rest is told `later`.
   */
  predict(
    pairs: readonly (readonly [one: string, other: string])[],
    most: number,
  ): Promise<readonly (MergePrediction | 'later')[]>;
}
