import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneRoom } from '../../../../test/support/laneRoom.js';
import { agent } from '../../../../test/support/testRoom.js';
import { invoke } from '../../invoke.js';
import { workerSpawn } from './workerSpawn.js';

let room: LaneRoom;

beforeEach(() => {
  room = new LaneRoom();
});

afterEach(() => room.close());

const refused = async () => {
  const answer = await invoke(workerSpawn, room.context(agent), { lane: 'login' });
  return 'code' in answer ? [answer.code, answer.message, answer.hint] : answer;
};

describe('a lane in a repository that names no branch to start from', () => {
  it('asks for the first commit where there is none', async () => {
    room.git('update-ref', '-d', 'refs/remotes/origin/main');
    room.git('update-ref', '-d', 'refs/heads/main');
    expect(await refused()).toEqual([
      'transition_not_allowed',
      'The repository has no commit yet, so there is nothing that a lane could start from.',
      'Make the first commit and try again.',
    ]);
    expect(room.git('for-each-ref')).toBe('');
  });

  it('asks for the branch where there are others', async () => {
    room.git('branch', '--move', 'main', 'trunk');
    expect(await refused()).toEqual([
      'not_found',
      'The repository has no branch main or master, and its remote names no default branch.',
      'Name the branch to start from with --from.',
    ]);
  });
});
