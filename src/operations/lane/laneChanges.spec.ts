import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneRoom } from '../../../test/support/laneRoom.js';
import { laneChanges } from './laneChanges.js';
import { laneDistance } from './laneDistance.js';

let room: LaneRoom;

beforeEach(() => {
  room = new LaneRoom();
});

afterEach(() => room.close());

describe('lane changes', () => {
  it('lists what is committed, staged, edited and new against the base, wherever that has gone since', async () => {
    room.commit('More', { 'old.txt': 'a\nb\nc\n', 'gone.txt': 'gone\n' });
    room.git('push', '-q', 'origin', 'main');
    const lane = await room.spawn('login');
    const start = room.git('rev-parse', 'main');
    room.commit('Meanwhile', { 'elsewhere.txt': 'not theirs\n' });
    const write = (path: string, text: string): void => writeFileSync(join(lane.worktreePath, path), text);
    write('README.md', 'changed\n');
    room.gitIn(lane, 'commit', '-q', '--all', '-m', 'Change');
    renameSync(join(lane.worktreePath, 'old.txt'), join(lane.worktreePath, 'new name.txt'));
    room.gitIn(lane, 'add', '--all');
    rmSync(join(lane.worktreePath, 'gone.txt'));
    mkdirSync(join(lane.worktreePath, 'src'));
    write('src/ünicode.ts', 'export {};\n');
    expect(await room.ok(laneChanges, { lane: 'login' })).toEqual({
      lane: 'login',
      base: 'main',
      worktreePath: `${room.repository}.worktrees/login`,
      from: start,
      files: [
        { path: 'README.md', kind: 'edit' },
        { path: 'gone.txt', kind: 'delete' },
        { path: 'new name.txt', kind: 'rename', oldPath: 'old.txt' },
        { path: 'src/ünicode.ts', kind: 'add' },
      ],
    });
    expect((await room.ok(laneDistance, {})).lanes).toEqual([
      { lane: 'login', branch: 'feature/login', base: 'main', ahead: 1, behind: 1, isThere: true },
    ]);
  });

  it('counts from what the remote has of the base, when a lane started there', async () => {
    const before = room.git('rev-parse', 'main');
    const remote = room.commit('At the remote', { 'remote.txt': 'there\n' });
    room.git('push', '-q', 'origin', 'main');
    room.git('reset', '-q', '--hard', before);
    await room.spawn('login');
    expect(await room.ok(laneChanges, { lane: 'L-1' })).toMatchObject({ from: remote, files: [] });
    expect((await room.ok(laneDistance, {})).lanes).toMatchObject([{ ahead: 0, behind: 0 }]);
  });

  it('says which work tree or base is gone', async () => {
    const lane = await room.spawn('login');
    room.git('switch', '-q', '--orphan', 'apart');
    room.commit('Apart');
    room.git('branch', '-f', 'main', 'apart');
    room.git('update-ref', '-d', 'refs/remotes/origin/main');
    expect(await room.refused(laneChanges, { lane: 'login' })).toMatchObject({
      code: 'not_found',
      message: 'L-1 (login) shares no commit with its base main.',
    });
    rmSync(lane.worktreePath, { recursive: true });
    expect(await room.refused(laneChanges, { lane: 'login' })).toMatchObject({
      code: 'not_found',
      message: `The work tree of L-1 (login), ${lane.worktreePath}, is not there.`,
    });
    expect((await room.ok(laneDistance, {})).lanes).toMatchObject([{ isThere: false }]);
  });

  it('has no distance of a branch that is gone', async () => {
    const lane = await room.spawn('login');
    room.git('worktree', 'remove', '--force', lane.worktreePath);
    room.git('branch', '-D', 'feature/login');
    expect((await room.ok(laneDistance, {})).lanes).toEqual([
      { lane: 'login', branch: 'feature/login', base: 'main', ahead: null, behind: null, isThere: false },
    ]);
  });
});
