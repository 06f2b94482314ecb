import type { FileCache } from '../../platform/fileCache.js';
import type { GitProcess } from '../gitProcess.js';

/** A repository in whose common directory git runs: the caller's own worktree may be the one to be removed. */
export interface GitPlace {
  readonly commonDir: string;
  readonly git: GitProcess;
  /** Opens git in another directory with the same environment. */
  readonly gitIn: (directory: string) => GitProcess;
}

export interface LanePlace extends GitPlace {
  /** Folder, next to the store, of files that look like secrets. */
  readonly secretsFolder: string;
  /** Returns the folder in which worktrees are made, given the top folder of the main one. */
  readonly treesFolder: (top: string) => string;
  readonly cache: FileCache;
  readonly inThrowAwayTree: <T>(commit: string, work: (directory: string) => Promise<T>) => Promise<T>;
  /** True if git found that the disk ignores case; read once. */
  readonly ignoresCase: () => Promise<boolean>;
  /** True if there is a remote `origin`; read again unless `ignoresCase` has just seen one. */
  readonly hasRemote: () => Promise<boolean>;
}
