import type { FileCache } from '../../platform/fileCache.js';
import type { GitProcess } from '../gitProcess.js';

/** A repository, in which git is run: the caller's own worktree may be the one that goes. */
export interface GitPlace {
  /** Git's common directory. */
  readonly commonDir: string;
  /** Git in it. */
  readonly git: GitProcess;
  /** Opens git in another directory with the same environment. */
  readonly gitIn: (directory: string) => GitProcess;
}

/** The same with what lanes need besides. */
export interface LanePlace extends GitPlace {
  /** The folder, next to the store, of what looks like secrets. */
  readonly secretsFolder: string;
  /** The folder in which worktrees are made, by the top folder of the main one. */
  readonly treesFolder: (top: string) => string;
  /** What was worked out of lanes before. */
  readonly cache: FileCache;
  /** Runs `work` in a throw-away worktree at a commit. */
  readonly inThrowAwayTree: <T>(commit: string, work: (directory: string) => Promise<T>) => Promise<T>;
  /** Whether the disk knows no upper and lower case, as git found out; read once. */
  readonly ignoresCase: () => Promise<boolean>;
  /** Whether there is a remote `origin`; read again unless `ignoresCase` has just seen one. */
  readonly hasRemote: () => Promise<boolean>;
}
