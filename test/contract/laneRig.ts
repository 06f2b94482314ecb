import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce, untidied } from '../support/madeOnce.js';
import { answer, git, makeDirectory, type RunOptions, storeOf } from './cliRig.js';

/** A repository with a bare remote, on `main`, in a folder that is gone after the test with all lanes beside it. */
export function makeLaneRepository(home = makeDirectory()): string {
  const repository = join(home, 'repository');
  // Of one empty commit: there is no file for git to look at again in a copy.
  madeOnce('a repository with a remote', home, () => {
    git(home, 'init', '-q', '--bare', '-b', 'main', 'remote.git');
    git(home, 'clone', '-q', 'remote.git', 'repository');
    git(repository, 'symbolic-ref', 'HEAD', 'refs/heads/main');
    git(repository, 'config', 'user.name', 'Ann');
    git(repository, 'config', 'user.email', 'ann@example.com');
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'Begin');
    git(repository, 'push', '-q', 'origin', 'main');
    untidied(join(home, 'remote.git'));
    untidied(repository);
  });
  return repository;
}

/** What `worker spawn` answers. */
export interface SpawnedLane {
  readonly lane: string;
  readonly branch: string;
  readonly worktreePath: string;
  readonly state: string;
  readonly port: number | null;
}

/** Opens a lane by the program. */
export async function spawnLane(
  repository: string,
  lane: string,
  words: readonly string[] = [],
  options: Omit<RunOptions, 'cwd'> = { actor: 'ada' },
): Promise<SpawnedLane> {
  const spawned = await answer(['worker', 'spawn', lane, ...words], { ...options, cwd: repository });
  return spawned as unknown as SpawnedLane;
}

/** All that lanes are made of outside of the store. */
export function laneTraces(repository: string) {
  const names = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
  return {
    branches: git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').trim().split('\n'),
    records: names(join(repository, '.git', 'worktrees')),
    folders: names(`${repository}.worktrees`),
    intentLogs: names(join(storeOf(repository), 'journeys')),
  };
}
