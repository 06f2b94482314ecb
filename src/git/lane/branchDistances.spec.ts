import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRoom, roomEnvironment } from '../../../test/support/gitRoom.js';
import { GitProcess } from '../gitProcess.js';
import { branchDistances } from './branchDistances.js';

let room: GitRoom;

beforeEach(() => {
  room = new GitRoom();
});

afterEach(() => room.close());

let steps = 0;
/** No two of them are the same commit. */
const commit = (count: number): void => {
  for (let at = 0; at < count; at += 1) {
    steps += 1;
    room.git('commit', '-q', '--allow-empty', '-m', `Step ${steps}`);
  }
};

const distances = async (...pairs: [branch: string, base: string][]) => {
  const git = new GitProcess(room.repository, roomEnvironment());
  return Object.fromEntries(
    await branchDistances(
      git,
      pairs.map(([branch, base]) => ({ branch, base })),
    ),
  );
};

describe('branchDistances', () => {
  it('counts what each branch and its base have apart, all in one go', async () => {
    room.git('branch', 'develop');
    room.git('branch', 'even');
    room.git('switch', '-q', '-c', 'feature/login');
    commit(3);
    room.git('switch', '-q', '-c', 'feature/late', 'main');
    commit(1);
    room.git('switch', '-q', 'main');
    commit(2);
    room.git('switch', '-q', 'feature/late');
    room.git('merge', '-q', '--no-edit', 'main');
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
    room.git('switch', '-q', '-c', 'feature/login');
    commit(1);
    room.git('switch', '-q', '-c', 'pushed', 'main');
    commit(4);
    room.git('update-ref', 'refs/remotes/origin/main', 'pushed');
    expect(await distances(['feature/login', 'main'])).toEqual({ 'feature/login': { ahead: 1, behind: 4 } });
  });

  it('counts all of histories that share nothing', async () => {
    room.git('switch', '-q', '--orphan', 'apart');
    commit(2);
    const { apart } = await distances(['apart', 'main']);
    expect(apart?.ahead).toBe(2);
    expect(apart?.behind).toBe(Number(room.git('rev-list', '--count', 'main')));
  });

  it('asks nobody about nothing', async () => {
    expect(await distances()).toEqual({});
  });
});
