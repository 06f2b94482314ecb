import type { FileCache } from '../../platform/fileCache.js';
import type { GitProcess } from '../gitProcess.js';

/** `git` runs in the common directory: the caller's worktree may be the one to be removed. */
export interface GitPlace {
  readonly commonDir: string;
  readonly git: GitProcess;
  readonly gitIn: (directory: string) => GitProcess;
}

export interface LanePlace extends GitPlace {
  /** Folder, next to the store, of files that look like secrets. */
  readonly secretsFolder: string;
  /** Maps the top folder of the main worktree to the folder for new ones. */
  readonly treesFolder: (top: string) => string;
  readonly cache: FileCache;
  readonly inThrowAwayTree: <T>(commit: string, work: (directory: string) => Promise<T>) => Promise<T>;
  /** True if the disk ignores case, by git's setting; cached. */
  readonly ignoresCase: () => Promise<boolean>;
  /** True with a remote `origin`; read again unless `ignoresCase` has just found one. */
  readonly hasRemote: () => Promise<boolean>;
}
