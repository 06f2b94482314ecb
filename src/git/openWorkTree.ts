import { existsSync, realpathSync } from 'node:fs';
import { isRefusal, type Refusal } from '../domain/refusal/refusal.js';
import { CommitTree } from './commitTree.js';
import { GitWorkTree, type WorkTreePlace } from './gitWorkTree.js';
import { gitDirectoryOf, locateRepository, type RepositoryLocation } from './repositoryLocation.js';
import type { WorkTree } from './workTree.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Refuses paths that lead out of the folder. */
export type FolderFiles = Pick<WorkTree, 'root' | 'kindOf' | 'readText' | 'writeText'>;

/** Opens a folder that need not exist or be a worktree. Starts no process. */
export function openFolder(directory: string, environment: Environment): FolderFiles {
  const root = existsSync(directory) ? realpathSync(directory) : directory;
  const none = (): never => {
    throw new Error(`${root} is no worktree.`);
  };
  return new GitWorkTree({ root, directory: root, commonDir: root, gitDir: root, environment, open: none, asOf: none });
}

/** Opens the enclosing worktree without a process. `environment` is that of the process, `found` the known repository. */
export function openWorkTree(
  directory: string,
  environment: Environment,
  found: RepositoryLocation | Refusal = locateRepository(directory),
): WorkTree | undefined {
  if (isRefusal(found) || found.worktreeRoot === undefined) return undefined;
  const gitDir = gitDirectoryOf(found.worktreeRoot);
  if (gitDir === undefined) return undefined;
  const place: WorkTreePlace = {
    root: found.worktreeRoot,
    commonDir: found.commonDir,
    gitDir,
    directory,
    environment,
    open: other => openWorkTree(other, environment),
    asOf: commit => new CommitTree(place, commit),
  };
  return new GitWorkTree(place);
}
