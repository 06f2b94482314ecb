import type { FaultyHooks } from '../domain/hooks/hookFault.js';

/**
 * Leaves the user's index, HEAD and files alone unless a name implies otherwise. Unexpected failures of git reject with a
 * plain Error; expected ones are values.
 */
export interface WorkTree {
  readonly root: string;
  /** The caller's folder relative to the root, with `/`; empty at the root. */
  readonly folder: string;
  /** Git's common directory, the same for all worktrees. */
  readonly commonDir: string;
  /** Differs from `commonDir` in a linked worktree. */
  readonly gitDir: string;
  head(): Promise<Head>;
  /** `head`, `readText`, `kindOf` and `changes` use this commit (full id); the branch stays. */
  asOf(commit: string): WorkTree;
  /** Returns the full id; undefined if `text` names no commit here. */
  resolveCommit(text: string): Promise<string | undefined>;
  /** True also for the commit itself. */
  isAncestor(ancestor: string, descendant: string): Promise<boolean>;
  /** Returns the best common ancestor. */
  mergeBase(one: string, other: string): Promise<string | undefined>;
  /** Returns the commits of `tip` that `base` lacks; `onTop` is true if `base` has none that `tip` lacks. */
  commitsOn(base: string, tip: string): Promise<{ readonly commits: ReadonlySet<string>; readonly onTop: boolean }>;
  /** Returns commits of `tip` that `excluded` lack, with times, ms UTC (git counts whole seconds). */
  newCommits(tip: string, excluded: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns the history of `tip`, newest first; with `after`, only its descendants. */
  history(tip: string, limit: number, after?: string): Promise<readonly CommitLine[]>;
  /** Returns local branches with tips; with `containing`, only those that contain it. */
  branchTips(containing?: string): Promise<ReadonlyMap<string, string>>;
  /** Hashes tracked changes and new, not ignored files, without Stateroom's own. Leaves no object and the index unchanged. */
  treeHash(): Promise<string>;
  /** Includes the tracked paths that a sparse checkout leaves out; excludes `without`, untracked paths. */
  treeAsIs(without?: readonly string[]): Promise<TreeAsIs>;
  /** Equals `treeHash()` exactly if the worktree has the commit's content. */
  treeHashOf(commit: string): Promise<string>;
  /** Maps full ids to unchanged trees, without missing commits. */
  treesOf(commits: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the tree of a commit of the index; undefined with unmerged paths. Leaves no object. */
  stagedTree(): Promise<string | undefined>;
  hasStaged(): Promise<boolean>;
  /** Compares with HEAD, without Stateroom's own files; with `documents`, includes own files that people keep in git. */
  changes(what?: { documents?: boolean; untracked?: boolean }): Promise<readonly PathChange[]>;
  /** Tracked or not ignored, sorted, without Stateroom's own and names that suggest a secret. */
  paths(): Promise<readonly string[]>;
  changesBetween(from: string, to: string): Promise<readonly PathChange[]>;
  /** Patch without context; large and deleted files are only named. Empty without a common commit. */
  patch(base: string, tip: string, globs: readonly string[]): Promise<string>;
  /** Counts lines that the branch adds and removes since the common commit, without binary files and Stateroom's own. */
  countLines(base: string, tip: string): Promise<number>;
  /** Returns changes since a commit, also uncommitted ones, or up to `to`: largest first, with a limited number of lines. */
  diff(from: string, to?: string): Promise<readonly FileDiff[]>;
  /**
   * Returns text at a commit, or in the worktree; undefined if missing. In the worktree also undefined for irregular files, more
   * than 64 MB, and links out of it.
   */
  readText(path: string, commit?: string): Promise<string | undefined>;
  /** Resolves a path from the caller's folder, inside or outside, with `/`; follows links as far as it exists. */
  locate(path: string): Promise<string>;
  /** `link` also behind a link; undefined if missing. */
  kindOf(path: string): Promise<'file' | 'folder' | 'link' | 'other' | undefined>;
  /** Sorted names; none if missing. */
  foldersIn(path: string): Promise<readonly string[]>;
  /** Writes atomically (temporary file, then rename) and makes folders. Refuses paths behind a link out of the worktree. */
  writeText(path: string, text: string): Promise<void>;
  /** Ignores a missing file; refuses the same paths as `writeText`. */
  removeFile(path: string): Promise<void>;
  /** Returns blob ids at a commit, without missing paths. */
  blobsOf(paths: readonly string[], commit: string): Promise<ReadonlyMap<string, string>>;
  /** Maps full ids to texts, without missing ids. */
  readBlobs(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns installed hooks that git does not reach here. Starts no process. */
  missedHooks(): Promise<FaultyHooks | undefined>;
  /** As above, by a trial: git runs Stateroom's part of the hooks, which then ends. */
  missedInTrial(): Promise<FaultyHooks | undefined>;
  /** Separates objects replaced in these commits and between the two from all others. */
  replacedObjects(ends: readonly string[]): Promise<Replaced>;
  /** A merge, rebase, cherry-pick, revert or bisect. */
  operationInProgress(): Promise<string | undefined>;
  /** True if `git merge --squash` has prepared the next commit. */
  isSquashedMerge(): Promise<boolean>;
  /** Returns the remote's HEAD if its branch exists, else main, master, trunk, the only branch or that of the main worktree. */
  defaultBranch(): Promise<string | undefined>;
  branchExists(name: string): Promise<boolean>;
  at(directory: string): WorkTree | undefined;
  /** Existing folders only; the main worktree first. */
  list(): Promise<readonly WorkTreeEntry[]>;
  /** Returns an absolute path for a new worktree. */
  placeOf(name: string): Promise<string>;
  /** Makes a branch at `start` and a linked worktree at an absolute path. */
  addWorkTree(directory: string, branch: string, start: string): Promise<void>;
  /** Makes a linked worktree, at an absolute path, for a branch that is checked out nowhere. */
  attachWorkTree(directory: string, branch: string): Promise<void>;
  /** Requires a worktree without content that git lacks; its branch stays. */
  detachWorkTree(directory: string): Promise<void>;
  /** Requires a branch that is still at `commit` and checked out nowhere. */
  removeBranch(branch: string, commit: string): Promise<void>;
  /** Makes a branch at HEAD and keeps changes. */
  switchToNewBranch(branch: string): Promise<void>;
  /** Git refuses if changes would be lost. */
  switchToBranch(branch: string): Promise<void>;
  /** Moves HEAD and files to a commit, and keeps changes. Returns false if git refuses because changes would be lost. */
  moveTo(commit: string): Promise<boolean>;
  /** Stages tracked changes, or only `paths`, with `untracked` new files and own documents too; returns the commit. */
  commit(message: string, what: { paths?: readonly string[]; untracked?: boolean }): Promise<string>;
  /** Undefined if git cannot check without touching files. */
  mergesCleanly(from: string, into: string): Promise<boolean | undefined>;
  /** Runs `work` in a temporary worktree outside of the repository's folder. */
  inThrowAwayTree<T>(commit: string, work: (directory: string) => Promise<T>): Promise<T>;
}

export interface Head {
  /** Full id; undefined without commits. */
  readonly commit: string | undefined;
  /** Without `refs/heads/`; undefined if HEAD is detached. */
  readonly branch: string | undefined;
}

/** Full ids of objects replaced by `git replace` or a graft. */
export interface Replaced {
  readonly here: readonly string[];
  readonly elsewhere: readonly string[];
}

export interface TreeAsIs {
  readonly hash: string;
  /** Tracked files, and folders of nothing else, left out by a sparse checkout; in the tree they are as in the index. */
  readonly leftOut: readonly string[];
  /** New files that are not ignored, without Stateroom's own. */
  readonly untracked: readonly string[];
}

export interface CommitLine {
  /** Full id. */
  readonly commit: string;
  readonly subject: string;
  /** ms UTC; git counts whole seconds. */
  readonly at: number;
}

export interface PathChange {
  /** Relative to the top, with `/`. */
  readonly path: string;
  readonly kind: 'add' | 'edit' | 'delete' | 'rename';
  readonly oldPath?: string;
}

export interface FileDiff extends PathChange {
  /** Lines; null for binary files. */
  readonly added: number | null;
  readonly removed: number | null;
  /** From `@@` on, with three lines of context; null for binary and very long files. */
  readonly hunks: string | null;
}

export interface WorkTreeEntry {
  readonly directory: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
}

/** Paths that Stateroom writes or reads from the base branch: never judged, and they never make evidence stale. */
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

/** Own paths that people write and commit with their work. */
export const ownDocuments = ['.stateroom/config.json', '.stateroom/plans'] as const;
