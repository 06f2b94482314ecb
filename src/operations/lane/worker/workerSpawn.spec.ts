import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { agent } from '../../../../test/support/testRepository.js';
import { invoke } from '../../invoke.js';
import { workerSpawn } from './workerSpawn.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

const refused = async () => {
  const answer = await invoke(workerSpawn, repository.context(agent), { lane: 'login' });
  return 'code' in answer ? [answer.code, answer.message, answer.hint] : answer;
};

describe('a lane that is spawned again', () => {
  it('is the one there is', async () => {
    const first = await repository.ok(workerSpawn, { lane: 'login', noFetch: true });
    const before = await repository.dump();
    repository.now += 1000;
    const again = await repository.ok(workerSpawn, { lane: 'login', noFetch: true });
    expect([first.made, again.made, again.ref, again.revision]).toEqual([true, false, first.ref, first.revision]);
    expect(await repository.dump()).toBe(before);
  });
});

describe('a lane in a repository that names no branch to start from', () => {
  it('asks for the first commit where there is none', async () => {
    repository.git('update-ref', '-d', 'refs/remotes/origin/main');
    repository.git('update-ref', '-d', 'refs/heads/main');
    expect(await refused()).toEqual([
      'transition_not_allowed',
      'The repository has no commits yet, so a lane has nothing to start from.',
      'Create the first commit and try again.',
    ]);
    expect(repository.git('for-each-ref')).toBe('');
  });

  it('asks for the branch where there are others', async () => {
    repository.git('branch', '--move', 'main', 'trunk');
    expect(await refused()).toEqual([
      'not_found',
      'The repository has no main or master branch, and its remote has no default branch.',
      'Specify the branch to start from with --from.',
    ]);
  });
});
