import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { workerCommit } from './workerCommit.js';
import { workerPush } from './workerPush.js';

let repository: LaneTestRepository;
let lane: Lane;
beforeEach(async () => {
  repository = new LaneTestRepository();
  lane = await repository.spawn('login', { owns: ['src/**', 'docs/**'] });
  repository.place = lane.worktreePath;
});
afterEach(() => repository.close());

function write(path: string): void {
  const file = join(lane.worktreePath, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'text\n');
}

it('commits what is changed or new, or some of it', async () => {
  write('src/a.ts');
  write('docs/b.md');
  const some = await repository.ok(workerCommit, { message: 'Some', paths: ['docs'] });
  expect(some).toEqual({
    lane: 'login',
    branch: 'feature/login',
    commit: repository.gitIn(lane, 'rev-parse', 'HEAD'),
    files: ['docs/b.md'],
    warning: null,
  });
  expect((await repository.ok(workerCommit, { message: 'The rest' })).files).toEqual(['src/a.ts']);
  expect(repository.gitIn(lane, 'log', '--format=%s', '-3')).toBe('The rest\nSome\nBegin');
  expect(repository.gitIn(lane, 'status', '--porcelain')).toBe('');
});

it('refuses what the lane does not own, nothing at all, another branch and a merge in progress', async () => {
  expect((await repository.refused(workerCommit, { message: 'x' })).message).toBe('Nothing to commit.');
  write('README.md');
  write('src/a.ts');
  expect((await repository.refused(workerCommit, { message: 'x' })).message).toBe(
    'L-1 (login) changes files it does not own: README.md.',
  );
  repository.gitIn(lane, 'switch', '-q', '-c', 'other');
  expect((await repository.refused(workerCommit, { message: 'x' })).message).toBe(
    'other is checked out here, but L-1 (login) is on feature/login.',
  );
  writeFileSync(
    join(repository.gitIn(lane, 'rev-parse', '--git-dir'), 'MERGE_HEAD'),
    `${repository.git('rev-parse', 'HEAD')}\n`,
  );
  expect((await repository.refused(workerCommit, { message: 'x' })).message).toBe('A merge is in progress here.');
});

it('pushes the branch of a lane, and says what git says when that does not go', async () => {
  const commit = repository.gitIn(lane, 'rev-parse', 'HEAD');
  expect(await repository.ok(workerPush, {})).toEqual({ lane: 'login', branch: 'feature/login', commit });
  expect(repository.git('-C', repository.remote, 'rev-parse', 'feature/login')).toBe(commit);
  repository.gitIn(lane, 'commit', '-q', '--amend', '--allow-empty', '-m', 'Other words');
  const { code, message } = await repository.refused(workerPush, { lane: 'login' });
  expect(code).toBe('conflict');
  expect(message).toMatch(/^L-1 \(login\) was not pushed: .*\[rejected\] +feature\/login -> feature\/login/);
  repository.git('remote', 'remove', 'origin');
  expect((await repository.refused(workerPush, { lane: 'login' })).message).toBe(
    'L-1 (login) was not pushed: the repository has no remote named origin.',
  );
});
