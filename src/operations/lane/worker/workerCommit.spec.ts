import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneRoom } from '../../../../test/support/laneRoom.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { workerCommit } from './workerCommit.js';
import { workerPush } from './workerPush.js';

let room: LaneRoom;
let lane: Lane;
beforeEach(async () => {
  room = new LaneRoom();
  lane = await room.spawn('login', { owns: ['src/**', 'docs/**'] });
  room.place = lane.worktreePath;
});
afterEach(() => room.close());

function write(path: string): void {
  const file = join(lane.worktreePath, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'text\n');
}

it('commits what is changed or new, or some of it', async () => {
  write('src/a.ts');
  write('docs/b.md');
  const some = await room.ok(workerCommit, { message: 'Some', paths: ['docs'] });
  expect(some).toEqual({
    lane: 'login',
    branch: 'feature/login',
    commit: room.gitIn(lane, 'rev-parse', 'HEAD'),
    files: ['docs/b.md'],
  });
  expect((await room.ok(workerCommit, { message: 'The rest' })).files).toEqual(['src/a.ts']);
  expect(room.gitIn(lane, 'log', '--format=%s', '-3')).toBe('The rest\nSome\nBegin');
  expect(room.gitIn(lane, 'status', '--porcelain')).toBe('');
});

it('refuses what the lane does not own, nothing at all, another branch and a merge in progress', async () => {
  expect((await room.refused(workerCommit, { message: 'x' })).message).toBe('There is nothing to commit.');
  write('README.md');
  write('src/a.ts');
  expect((await room.refused(workerCommit, { message: 'x' })).message).toBe(
    'L-1 (login) changes what it does not own: README.md.',
  );
  room.gitIn(lane, 'switch', '-q', '-c', 'other');
  expect((await room.refused(workerCommit, { message: 'x' })).message).toBe(
    'other is checked out here, and L-1 (login) works on feature/login.',
  );
  writeFileSync(join(room.gitIn(lane, 'rev-parse', '--git-dir'), 'MERGE_HEAD'), '');
  expect((await room.refused(workerCommit, { message: 'x' })).message).toBe('A merge is in progress here.');
});

it('pushes the branch of a lane, and says what git says when that does not go', async () => {
  const commit = room.gitIn(lane, 'rev-parse', 'HEAD');
  expect(await room.ok(workerPush, {})).toEqual({ lane: 'login', branch: 'feature/login', commit });
  expect(room.git('-C', room.remote, 'rev-parse', 'feature/login')).toBe(commit);
  room.gitIn(lane, 'commit', '-q', '--amend', '--allow-empty', '-m', 'Other words');
  const { code, message } = await room.refused(workerPush, { lane: 'login' });
  expect(code).toBe('conflict');
  expect(message).toMatch(/^L-1 \(login\) was not pushed: .*\[rejected\] +feature\/login -> feature\/login/);
  room.git('remote', 'remove', 'origin');
  expect((await room.refused(workerPush, { lane: 'login' })).message).toBe(
    'L-1 (login) was not pushed: the repository has no remote called origin.',
  );
});
