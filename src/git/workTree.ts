import type { FaultyHooks } from '../domain/hooks/hookFault.js';

/**
 * The worktree that a caller is in, as operations see it: git and the files of the repository. Nothing here touches
 * the user's index, HEAD or files unless the method's name says so. Methods reject with a plain Error when git itself
 * fails in a way that no one expects; everything expected is a value.
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
  /**
   * This worktree as if the commit with this full id were checked out and nothing changed: `head`, `readText`, `kindOf` and
   * `changes` speak of it; the branch stays.
   */
  asOf(commit: string): WorkTree;
  /** The full id of the commit that `text` names; undefined when it names none that exists here. */
  resolveCommit(text: string): Promise<string | undefined>;
  /** True when `ancestor` is `descendant` or comes before it. */
  isAncestor(ancestor: string, descendant: string): Promise<boolean>;
  /** The best common ancestor of two commits; undefined when they share none. */
  mergeBase(one: string, other: string): Promise<string | undefined>;
  /** The commits of `tip` that `base` has not, and whether they come on top of it: then it has none that `tip` has not. */
  commitsOn(base: string, tip: string): Promise<{ readonly commits: ReadonlySet<string>; readonly onTop: boolean }>;
  /** The commits of `tip` that none of `known` has, with when they were committed, ms UTC (git counts whole seconds). */
  newCommits(tip: string, excluded: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * The history of `tip`, newest first, at most `limit` commits; with `after` those alone that come after that commit and
   * hold it.
   */
  history(tip: string, limit: number, after?: string): Promise<readonly CommitLine[]>;
  /** Local branches with their tips; with `containing` those alone whose history has this commit. */
  branchTips(containing?: string): Promise<ReadonlyMap<string, string>>;
  /**
   * Tree hash of the worktree as it is now: tracked changes, staged or not, and new files that are not ignored, without
   * Stateroom's own files. The user's index stays as it is and no object is left in the repository.
   */
  treeHash(): Promise<string>;
  /** The same with what of it is not there. */
  treeAsIs(): Promise<TreeAsIs>;
  /** The same hash for a commit: equal to `treeHash()` exactly when the worktree holds what the commit holds. */
  treeHashOf(commit: string): Promise<string>;
  /** The trees of commits by their full ids, as they are; of those that the repository has. */
  treesOf(commits: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Tree of the index: what a commit of what is staged would hold; undefined with unmerged paths. No object is left. */
  stagedTree(): Promise<string | undefined>;
  /** Whether the index differs from HEAD; needs a commit. */
  hasStaged(): Promise<boolean>;
  /**
   * What differs from HEAD, with new files that are not ignored, without Stateroom's own files; with `documents` those of
   * them that people keep in git are told too, and with `untracked` false no file that git does not follow yet.
   */
  changes(what?: { documents?: boolean; untracked?: boolean }): Promise<readonly PathChange[]>;
  /**
   * Paths of the files that people keep in git or have not ignored, in order, without Stateroom's own and without those
   * whose names say that a secret is in them.
   */
  paths(): Promise<readonly string[]>;
  /** What differs between two commits. */
  changesBetween(from: string, to: string): Promise<readonly PathChange[]>;
  /**
   * The lines that a branch changes since it left its base, of files that match these globs, as git's patch without lines around
   * them; big files and deleted ones are named alone. Empty where they have no common commit.
   */
  patch(base: string, tip: string, globs: readonly string[]): Promise<string>;
  /**
   * What the worktree, committed or not, changes since a commit, or what commit `to` changes: the biggest change first,
   * line by line as far as a person or model could read it.
   */
  diff(from: string, to?: string): Promise<readonly FileDiff[]>;
  /**
   * A file's text at a commit, or in the worktree when `commit` is undefined; undefined when there is none. In the worktree also for
   * what is no regular file, is larger than 64 MB or is reached through a link out of it.
   */
  readText(path: string, commit?: string): Promise<string | undefined>;
  /**
   * Absolute path, with `/`, of what a caller names relative to its folder, in this worktree or elsewhere. Links are
   * followed as far as something is there.
   */
  locate(path: string): Promise<string>;
  /** What is at a path of the worktree: `link` also when a folder above it is one; undefined when nothing does. */
  kindOf(path: string): Promise<'file' | 'folder' | 'link' | 'other' | undefined>;
  /** Names of the folders in a folder of the worktree, in order; none where there is no such folder. */
  foldersIn(path: string): Promise<readonly string[]>;
  /**
   * Replaces a text file of the worktree at once (temporary file, then rename); makes its folders. Refuses a path whose folder is
   * reached through a link out of the worktree.
   */
  writeText(path: string, text: string): Promise<void>;
  /** Deletes a file of the worktree, if there is one. Refuses what `writeText` refuses. */
  removeFile(path: string): Promise<void>;
  /** Blob ids of paths at a commit; paths that are not there are left out. */
  blobsOf(paths: readonly string[], commit: string): Promise<ReadonlyMap<string, string>>;
  /** Texts of blobs by their full ids; ids that the repository has not are left out. */
  readBlobs(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Stateroom's hooks that git does not get to here although they were installed; undefined without any. Starts no process. */
  missedHooks(): Promise<FaultyHooks | undefined>;
  /** The same after trying them: git runs Stateroom's part of them, which then ends. */
  missedInTrial(): Promise<FaultyHooks | undefined>;
  /** In whose place git shows others: objects that these commits, and what lies between the two, hold, and all others. */
  replacedObjects(ends: readonly string[]): Promise<Replaced>;
  /** A merge, rebase, cherry-pick, revert or bisect in progress; undefined when none is. */
  operationInProgress(): Promise<string | undefined>;
  /** Whether the next commit is one that `git merge --squash` has prepared. */
  isSquashedMerge(): Promise<boolean>;
  /** The branch that work goes into: the remote's HEAD if that branch is there, else main, master or trunk, whichever exists, else the only branch or the one that the main worktree is on; undefined without one. */
  defaultBranch(): Promise<string | undefined>;
  branchExists(name: string): Promise<boolean>;
  /** The worktree that another directory is in; undefined outside of any. */
  at(directory: string): WorkTree | undefined;
  /** All worktrees of the repository whose folder is there, the main one first. */
  list(): Promise<readonly WorkTreeEntry[]>;
  /** Absolute path of the folder that a new worktree of this name goes into. */
  placeOf(name: string): Promise<string>;
  /** Makes a branch at `start` and a linked worktree for it at the absolute path `directory`. */
  addWorkTree(directory: string, branch: string, start: string): Promise<void>;
  /** Makes a linked worktree at the absolute path `directory` for a branch that is checked out nowhere. */
  attachWorkTree(directory: string, branch: string): Promise<void>;
  /** Takes a linked worktree away again that holds nothing that git does not have; its branch stays. */
  detachWorkTree(directory: string): Promise<void>;
  /** Takes a branch away again, provided that it still is at `commit` and checked out nowhere. */
  removeBranch(branch: string, commit: string): Promise<void>;
  /** Makes a branch at HEAD and switches this worktree to it, with the changes it holds. */
  switchToNewBranch(branch: string): Promise<void>;
  /** Switches this worktree to a branch that exists; git refuses when changes would be lost. */
  switchToBranch(branch: string): Promise<void>;
  /**
   * Stages tracked changes, or these paths alone, and with `untracked` new files too, own documents among them; then
   * commits. Returns the commit.
   */
  commit(message: string, what: { paths?: readonly string[]; untracked?: boolean }): Promise<string>;
  /** True when `from` merges into `into` without conflict; undefined when this git cannot tell without touching files. */
  mergesCleanly(from: string, into: string): Promise<boolean | undefined>;
  /** Runs `work` in a throw-away worktree at `commit`, outside of the repository's folder; always removed again. */
  inThrowAwayTree<T>(commit: string, work: (directory: string) => Promise<T>): Promise<T>;
}

export interface Head {
  /** Full id; undefined in a repository without commits. */
  readonly commit: string | undefined;
  /** Without `refs/heads/`; undefined when HEAD is detached. */
  readonly branch: string | undefined;
}

/** Full ids of objects in whose place git shows others, by `git replace` or a graft. */
export interface Replaced {
  readonly here: readonly string[];
  readonly elsewhere: readonly string[];
}

/** A worktree as it is. */
export interface TreeAsIs {
  readonly hash: string;
  /** Tracked files, and folders of nothing else, that a sparse checkout leaves out; the tree has them as the index does. */
  readonly leftOut: readonly string[];
}

/** A commit in a list. */
export interface CommitLine {
  /** Full id. */
  readonly commit: string;
  /** The first line of its message. */
  readonly subject: string;
  /** When it was committed, ms UTC; git counts whole seconds. */
  readonly at: number;
}

export interface PathChange {
  /** Relative to the top, with `/`. */
  readonly path: string;
  readonly kind: 'add' | 'edit' | 'delete' | 'rename';
  /** Where a renamed file was. */
  readonly oldPath?: string;
}

/** How one file differs. */
export interface FileDiff extends PathChange {
  /** Lines; null for what is not a text. */
  readonly added: number | null;
  readonly removed: number | null;
  /** Git's hunks, from `@@` on, with three lines around each change; null where there is no text, or far too much of it. */
  readonly hunks: string | null;
}

export interface WorkTreeEntry {
  readonly directory: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
}

/**
 * Paths that Stateroom writes itself or reads from the base branch, relative to the top: never judged, never a reason for
 * stale proof. What else is in `.stateroom` is work like any other.
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

/** Those of them that people write and keep in git with their work: never judged, but committed. */
export const ownDocuments = ['.stateroom/config.json', '.stateroom/plans'] as const;
