import type { FaultyHooks } from '../domain/hooks/hookFault.js';

/**
 * The worktree of a caller, as operations see it: git and the files of the repository. Methods do not touch the user's index, HEAD or files
 * unless their name says so. They reject with a plain Error for unexpected failures of git; expected ones are values.
 */
export interface WorkTree {
  /** Absolute path of its top folder. */
  readonly root: string;
  /** The caller's folder relative to the root, with `/`; empty at the root. */
  readonly folder: string;
  /** Git's common directory, the same for every linked worktree. */
  readonly commonDir: string;
  /** Git's directory of this worktree; differs from `commonDir` in a linked one. */
  readonly gitDir: string;
  head(): Promise<Head>;
  /** Returns this worktree as of a commit (full id), unchanged, for `head`, `readText`, `kindOf` and `changes`; the branch stays. */
  asOf(commit: string): WorkTree;
  /** Returns the full id of the commit that `text` names; undefined if none of that name exists here. */
  resolveCommit(text: string): Promise<string | undefined>;
  /** True if `ancestor` is `descendant` or its ancestor. */
  isAncestor(ancestor: string, descendant: string): Promise<boolean>;
  /** Returns the best common ancestor of two commits; undefined if they have none. */
  mergeBase(one: string, other: string): Promise<string | undefined>;
  /** Returns the commits of `tip` that `base` lacks; `onTop` is true if `base` has none that `tip` lacks. */
  commitsOn(base: string, tip: string): Promise<{ readonly commits: ReadonlySet<string>; readonly onTop: boolean }>;
  /** Returns the commits of `tip` that none of `excluded` has, with their times, ms UTC (git counts whole seconds). */
  newCommits(tip: string, excluded: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns the history of `tip`, newest first, at most `limit` commits; with `after`, only descendants of that commit. */
  history(tip: string, limit: number, after?: string): Promise<readonly CommitLine[]>;
  /** Returns local branches with their tips; with `containing`, only those that contain this commit. */
  branchTips(containing?: string): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns the tree hash of the worktree as it is now: tracked changes, staged or not, and new files that are not ignored, without
   * Stateroom's own files. Leaves the user's index unchanged and no object in the repository.
   */
  treeHash(): Promise<string>;
  /** Returns that hash with the paths that are not on disk. */
  treeAsIs(): Promise<TreeAsIs>;
  /** Returns that hash for a commit: equal to `treeHash()` exactly if the worktree has the commit's content. */
  treeHashOf(commit: string): Promise<string>;
  /** Returns the unchanged trees of commits by their full ids, without commits that the repository lacks. */
  treesOf(commits: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the tree of the index, as a commit of what is staged would have it; undefined with unmerged paths. Leaves no object. */
  stagedTree(): Promise<string | undefined>;
  hasStaged(): Promise<boolean>;
  /**
   * Returns the differences from HEAD, with new files that are not ignored, without Stateroom's own files; with `documents`, also those of
   * them that people keep in git; with `untracked: false`, no untracked files.
   */
  changes(what?: { documents?: boolean; untracked?: boolean }): Promise<readonly PathChange[]>;
  /** Returns the paths of files that are tracked or not ignored, sorted, without Stateroom's own and those whose names suggest a secret. */
  paths(): Promise<readonly string[]>;
  changesBetween(from: string, to: string): Promise<readonly PathChange[]>;
  /**
   * Returns the lines that a branch changes since it left its base, in files that match these globs, as git's patch without context; large
   * and deleted files are only named. Empty without a common commit.
   */
  patch(base: string, tip: string, globs: readonly string[]): Promise<string>;
  /** Returns changes since a commit, also uncommitted ones, or those of `to`: largest first, in lines as far as anyone could read it. */
  diff(from: string, to?: string): Promise<readonly FileDiff[]>;
  /**
   * Returns a file's text at a commit, or in the worktree without `commit`; undefined if it does not exist. In the worktree also undefined
   * for no regular file, more than 64 MB, and a file behind a link out of it.
   */
  readText(path: string, commit?: string): Promise<string | undefined>;
  /** Returns the absolute path, with `/`, of one relative to the caller's folder, here or elsewhere; follows links as far as it exists. */
  locate(path: string): Promise<string>;
  /** Returns the kind of entry at a path of the worktree: `link` also if a folder above it is one; undefined if there is none. */
  kindOf(path: string): Promise<'file' | 'folder' | 'link' | 'other' | undefined>;
  /** Returns the sorted names of the folders in a folder of the worktree; none if it does not exist. */
  foldersIn(path: string): Promise<readonly string[]>;
  /** Replaces a file atomically (temporary file, then rename); makes its folders. Refuses a path behind a link out of the worktree. */
  writeText(path: string, text: string): Promise<void>;
  /** Deletes a file of the worktree, if it exists. Refuses the same paths as `writeText`. */
  removeFile(path: string): Promise<void>;
  /** Returns the blob ids of paths at a commit, without missing paths. */
  blobsOf(paths: readonly string[], commit: string): Promise<ReadonlyMap<string, string>>;
  /** Returns the texts of blobs by their full ids, without ids that the repository lacks. */
  readBlobs(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns Stateroom's installed hooks that git does not reach here; undefined if there are none. Starts no process. */
  missedHooks(): Promise<FaultyHooks | undefined>;
  /** Returns the same by a trial: git runs Stateroom's part of the hooks, which then ends. */
  missedInTrial(): Promise<FaultyHooks | undefined>;
  /** Returns the objects that git replaces with others: those in these commits and between the two, and all others. */
  replacedObjects(ends: readonly string[]): Promise<Replaced>;
  /** Returns a merge, rebase, cherry-pick, revert or bisect in progress; undefined if there is none. */
  operationInProgress(): Promise<string | undefined>;
  /** True if `git merge --squash` has prepared the next commit. */
  isSquashedMerge(): Promise<boolean>;
  /**
   * Returns the branch that work is merged into: the remote's HEAD if that branch exists, else main, master or trunk, whichever exists,
   * else the only branch or the one of the main worktree; undefined without one.
   */
  defaultBranch(): Promise<string | undefined>;
  branchExists(name: string): Promise<boolean>;
  at(directory: string): WorkTree | undefined;
  /** Returns all worktrees of the repository whose folder exists, the main one first. */
  list(): Promise<readonly WorkTreeEntry[]>;
  /** Returns the absolute path for a new worktree of this name. */
  placeOf(name: string): Promise<string>;
  /** Makes a branch at `start` and a linked worktree for it at the absolute path `directory`. */
  addWorkTree(directory: string, branch: string, start: string): Promise<void>;
  /** Makes a linked worktree at the absolute path `directory` for a branch that is checked out nowhere. */
  attachWorkTree(directory: string, branch: string): Promise<void>;
  /** Removes a linked worktree without content that git lacks; its branch stays. */
  detachWorkTree(directory: string): Promise<void>;
  /** Deletes a branch, provided that it still is at `commit` and checked out nowhere. */
  removeBranch(branch: string, commit: string): Promise<void>;
  /** Makes a branch at HEAD and switches this worktree to it, with its changes. */
  switchToNewBranch(branch: string): Promise<void>;
  /** Switches this worktree to an existing branch; git refuses if changes would be lost. */
  switchToBranch(branch: string): Promise<void>;
  /** Stages tracked changes, or only `paths`, with `untracked` new files and own documents too; commits and returns the commit. */
  commit(message: string, what: { paths?: readonly string[]; untracked?: boolean }): Promise<string>;
  /** True if `from` merges into `into` without conflict; undefined if this git cannot check that without touching files. */
  mergesCleanly(from: string, into: string): Promise<boolean | undefined>;
  /** Runs `work` in a temporary worktree at `commit`, outside of the repository's folder; always removed. */
  inThrowAwayTree<T>(commit: string, work: (directory: string) => Promise<T>): Promise<T>;
}

export interface Head {
  /** Full id; undefined in a repository without commits. */
  readonly commit: string | undefined;
  /** Without `refs/heads/`; undefined when HEAD is detached. */
  readonly branch: string | undefined;
}

/** Full ids of objects that git replaces with others, by `git replace` or a graft. */
export interface Replaced {
  readonly here: readonly string[];
  readonly elsewhere: readonly string[];
}

export interface TreeAsIs {
  readonly hash: string;
  /** Tracked files, and folders of nothing else, that a sparse checkout leaves out; in the tree they are as in the index. */
  readonly leftOut: readonly string[];
}

export interface CommitLine {
  /** Full id. */
  readonly commit: string;
  readonly subject: string;
  /** Commit time, ms UTC; git counts whole seconds. */
  readonly at: number;
}

export interface PathChange {
  /** Relative to the top, with `/`. */
  readonly path: string;
  readonly kind: 'add' | 'edit' | 'delete' | 'rename';
  readonly oldPath?: string;
}

export interface FileDiff extends PathChange {
  /** Lines; null if it is not text. */
  readonly added: number | null;
  readonly removed: number | null;
  /** Git's hunks, from `@@` on, with three lines of context; null if it is not text, or far too long. */
  readonly hunks: string | null;
}

export interface WorkTreeEntry {
  readonly directory: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
}

/**
 * Paths that Stateroom writes, or reads from the base branch, relative to the top: never judged, never a reason for stale evidence.
 * Everything else in `.stateroom` is ordinary work.
 */
export const ownPaths = [
  '.stateroom/.gitignore',
  '.stateroom/config.json',
  '.stateroom/dashboard.md',
  '.stateroom/plans',
  '.stateroom/proposals',
  '.stateroom/retros',
  '.stateroom/runs',
  'CURRENT_TASK.json',
] as const;

/** Own paths that people write and keep in git with their work: never judged, but committed. */
export const ownDocuments = ['.stateroom/config.json', '.stateroom/plans'] as const;
