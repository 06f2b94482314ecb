import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { laneChanges } from './laneChanges.js';
import { laneDistance } from './laneDistance.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

describe('lane changes', () => {
  it('lists what is committed, staged, edited and new against the base, wherever that has gone since', async () => {
    repo.commit('More', { 'old.txt': 'a\nb\nc\n', 'gone.txt': 'gone\n' });
    repo.git('push', '-q', 'origin', 'main');
    const lane = await repo.spawn('login');
    const start = repo.git('rev-parse', 'main');
    repo.commit('Meanwhile', { 'elsewhere.txt': 'not theirs\n' });
    const write = (path: string, text: string): void => writeFileSync(join(lane.worktreePath, path), text);
    write('README.md', 'changed\n');
    repo.gitIn(lane, 'commit', '-q', '--all', '-m', 'Change');
    renameSync(join(lane.worktreePath, 'old.txt'), join(lane.worktreePath, 'new name.txt'));
    repo.gitIn(lane, 'add', '--all');
    rmSync(join(lane.worktreePath, 'gone.txt'));
    mkdirSync(join(lane.worktreePath, 'src'));
    write('src/ünicode.ts', 'export {};\n');
    const blob = (name: string): string => repo.gitIn(lane, 'rev-parse', name);
    expect(await repo.ok(laneChanges, { lane: 'login' })).toEqual({
      lane: 'login',
      base: 'main',
      worktreePath: `${repo.repository}.worktrees/login`,
      from: start,
      head: repo.gitIn(lane, 'rev-parse', 'HEAD'),
      files: [
        { path: 'src/ünicode.ts', kind: 'add', group: 'code', blob: null },
        { path: 'README.md', kind: 'edit', group: 'other', blob: blob('HEAD:README.md') },
        // The last commit still has it.
        { path: 'gone.txt', kind: 'delete', group: 'other', blob: blob('main:gone.txt') },
        { path: 'new name.txt', kind: 'rename', oldPath: 'old.txt', group: 'other', blob: null },
      ],
    });
    expect(
      (await repo.ok(laneChanges, { lane: 'login', committed: true })).files.map(({ path, kind }) => [path, kind]),
    ).toEqual([['README.md', 'edit']]);
    expect((await repo.ok(laneDistance, {})).lanes).toEqual([
      {
        lane: 'login',
        branch: 'feature/login',
        base: 'main',
        ahead: 1,
        behind: 1,
        changedSinceReview: false,
        isThere: true,
        isAway: false,
      },
    ]);
  });

  it('tells the content that the last commit has of each file, and which a tool wrote', async () => {
    repo.commit('More', { 'old.ts': 'a\nb\nc\n', 'gone.ts': 'gone\n', 'same.ts': 'same\n', 'dist/kept.ts': 'kept\n' });
    repo.git('push', '-q', 'origin', 'main');
    const lane = await repo.spawn('login');
    const write = (path: string, text: string): void => writeFileSync(join(lane.worktreePath, path), text);
    write('.gitattributes', '*.proto linguist-generated\nyarn.lock -linguist-generated\ndist/** linguist-generated=\n');
    write('api.proto', 'one\n');
    write('api.graphql', 'one\n');
    write('yarn.lock', 'one\n');
    write('dist/kept.ts', 'changed\n');
    renameSync(join(lane.worktreePath, 'old.ts'), join(lane.worktreePath, 'new.ts'));
    rmSync(join(lane.worktreePath, 'gone.ts'));
    repo.gitIn(lane, 'add', '--all');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Change');
    write('api.graphql', 'two\n');
    write('same.ts', 'other\n');
    write('new.ts', 'a\nb\nc\nd\n');
    const { files } = await repo.ok(laneChanges, { lane: 'login' });
    const shown = files.map(({ path, kind, group, blob }) => [path, kind, group, blob]);
    const blob = (name: string): string => repo.gitIn(lane, 'rev-parse', name);
    expect(shown).toEqual([
      ['api.graphql', 'add', 'contract', blob('HEAD:api.graphql')],
      ['dist/kept.ts', 'edit', 'code', blob('HEAD:dist/kept.ts')],
      ['gone.ts', 'delete', 'code', null],
      ['new.ts', 'rename', 'code', blob('HEAD:new.ts')],
      ['same.ts', 'edit', 'code', blob('main:same.ts')],
      ['yarn.lock', 'add', 'code', blob('HEAD:yarn.lock')],
      ['.gitattributes', 'add', 'other', blob('HEAD:.gitattributes')],
      ['api.proto', 'add', 'generated', blob('HEAD:api.proto')],
    ]);
  });

  it('counts from what the remote has of the base, when a lane started there', async () => {
    const before = repo.git('rev-parse', 'main');
    const remote = repo.commit('At the remote', { 'remote.txt': 'there\n' });
    repo.git('push', '-q', 'origin', 'main');
    repo.git('reset', '-q', '--hard', before);
    await repo.spawn('login');
    expect(await repo.ok(laneChanges, { lane: 'L-1' })).toMatchObject({ from: remote, files: [] });
    expect((await repo.ok(laneDistance, {})).lanes).toMatchObject([{ ahead: 0, behind: 0 }]);
  });

  it('says which worktree or base is gone', async () => {
    const lane = await repo.spawn('login');
    repo.git('switch', '-q', '--orphan', 'apart');
    repo.commit('Apart');
    repo.git('branch', '-f', 'main', 'apart');
    repo.git('update-ref', '-d', 'refs/remotes/origin/main');
    expect(await repo.refused(laneChanges, { lane: 'login' })).toMatchObject({
      code: 'not_found',
      message: 'L-1 (login) and its base main have no commit in common.',
    });
    rmSync(lane.worktreePath, { recursive: true });
    expect(await repo.refused(laneChanges, { lane: 'login' })).toMatchObject({
      code: 'not_found',
      message: `The worktree of L-1 (login) is missing: ${lane.worktreePath}.`,
    });
    expect((await repo.ok(laneDistance, {})).lanes).toMatchObject([
      { changedSinceReview: false, isThere: false, isAway: false },
    ]);
    rmSync(dirname(lane.worktreePath), { recursive: true });
    expect((await repo.ok(laneDistance, {})).lanes).toMatchObject([{ isThere: false, isAway: true }]);
  });

  it('has no distance of a branch that is gone', async () => {
    const lane = await repo.spawn('login');
    repo.git('worktree', 'remove', '--force', lane.worktreePath);
    repo.git('branch', '-D', 'feature/login');
    expect((await repo.ok(laneDistance, {})).lanes).toEqual([
      {
        lane: 'login',
        branch: 'feature/login',
        base: 'main',
        ahead: null,
        behind: null,
        changedSinceReview: false,
        isThere: false,
        isAway: false,
      },
    ]);
  });
});
