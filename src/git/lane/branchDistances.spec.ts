import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository, repositoryEnvironment } from '../../../test/support/gitTestRepository.js';
import { GitProcess } from '../gitProcess.js';
import { branchDistances } from './branchDistances.js';

let repo: GitTestRepository;

beforeEach(() => {
  repo = new GitTestRepository();
});

afterEach(() => repo.close());

let steps = 0;
/** No two of them are the same commit. */
const commit = (count: number): void => {
  for (let at = 0; at < count; at += 1) {
    steps += 1;
    repo.git('commit', '-q', '--allow-empty', '-m', `Step ${steps}`);
  }
};

const distances = async (...pairs: [branch: string, base: string][]) => {
  const git = new GitProcess(repo.repository, repositoryEnvironment());
  return Object.fromEntries(
    await branchDistances(
      { git },
      pairs.map(([branch, base]) => ({ branch, base })),
    ),
  );
};

describe('branchDistances', () => {
  it('counts what each branch and its base have apart, all in one go', async () => {
    repo.git('branch', 'develop');
    repo.git('branch', 'even');
    repo.git('switch', '-q', '-c', 'feature/login');
    commit(3);
    repo.git('switch', '-q', '-c', 'feature/late', 'main');
    commit(1);
    repo.git('switch', '-q', 'main');
    commit(2);
    repo.git('switch', '-q', 'feature/late');
    repo.git('merge', '-q', '--no-edit', 'main');
    expect(
      await distances(
        ['feature/login', 'main'],
        ['feature/late', 'main'],
        ['even', 'main'],
        ['even', 'develop'],
        ['gone', 'main'],
        ['feature/login', 'nowhere'],
      ),
    ).toEqual({
      'feature/login': { ahead: 3, behind: 2 },
      // Its own step and the merge.
      'feature/late': { ahead: 2, behind: 0 },
      even: { ahead: 0, behind: 0 },
    });
  });

  it('takes what the remote has of the base into account', async () => {
    repo.git('switch', '-q', '-c', 'feature/login');
    commit(1);
    repo.git('switch', '-q', '-c', 'pushed', 'main');
    commit(4);
    repo.git('update-ref', 'refs/remotes/origin/main', 'pushed');
    expect(await distances(['feature/login', 'main'])).toEqual({ 'feature/login': { ahead: 1, behind: 4 } });
  });

  it('counts all of histories that share nothing', async () => {
    repo.git('switch', '-q', '--orphan', 'apart');
    commit(2);
    const { apart } = await distances(['apart', 'main']);
    expect(apart?.ahead).toBe(2);
    expect(apart?.behind).toBe(Number(repo.git('rev-list', '--count', 'main')));
  });

  it('asks nobody about nothing', async () => {
    expect(await distances()).toEqual({});
  });
});
