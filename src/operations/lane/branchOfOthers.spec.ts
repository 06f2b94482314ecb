import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerRestore } from './worker/workerRestore.js';
import { workerRetry } from './worker/workerRetry.js';
import { workerSpawn } from './worker/workerSpawn.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

describe('a branch or worktree that others have', () => {
  async function cancelled(): Promise<{ lane: Lane; tip: string }> {
    const lane = await repo.spawn('login');
    writeFileSync(join(lane.worktreePath, 'own.txt'), 'own\n');
    repo.gitIn(lane, 'add', '.');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Own');
    const tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
    await repo.ok(workerCancel, { lane: 'login' }, person);
    repo.now += 1000;
    return { lane, tip };
  }

  it('is not moved under the main worktree by a retry', async () => {
    const { tip } = await cancelled();
    repo.git('checkout', '-q', 'feature/login');
    expect(await repo.refused(workerRetry, { lane: 'login', noFetch: true }, person)).toMatchObject({
      code: 'conflict',
      message: `feature/login is checked out in ${repo.repository}, so it cannot be reset.`,
      hint: 'Switch that worktree to another branch first.',
    });
    expect(repo.git('rev-parse', 'feature/login')).toBe(tip);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('is not taken by a retry, and stays where it is when a restore took it', async () => {
    const { tip } = await cancelled();
    const mine = join(dirname(repo.repository), 'mine');
    repo.git('worktree', 'add', '-q', mine, 'feature/login');
    writeFileSync(join(mine, 'mine.txt'), 'mine\n');
    expect(await repo.refused(workerRetry, { lane: 'login', noFetch: true }, person)).toMatchObject({
      message: `feature/login is checked out in ${mine}, so it cannot be reset.`,
    });
    expect(repo.git('rev-parse', 'feature/login')).toBe(tip);
    for (const rescue of repo.traces().rescues) repo.git('update-ref', '-d', rescue);
    expect(await repo.ok(workerRestore, { lane: 'login' }, person)).toMatchObject({
      worktreePath: mine,
      adopted: true,
    });
    expect(await repo.ok(workerCancel, { lane: 'login' }, person)).toMatchObject({ worktree: 'left' });
    expect(readFileSync(join(mine, 'mine.txt'), 'utf8')).toBe('mine\n');
  });

  it('is not forgotten by a spawn that fails, while its folder is away', async () => {
    await repo.spawn('page');
    const directory = join(`${repo.repository}.worktrees`, 'login');
    const away = join(repo.directory, 'away');
    repo.git('worktree', 'add', '-q', '-b', 'mine', directory);
    writeFileSync(join(directory, 'staged.txt'), 'staged\n');
    repo.git('-C', directory, 'add', 'staged.txt');
    for (const words of [['lock'], ['unlock']]) {
      repo.git('worktree', ...words, directory);
      renameSync(directory, away);
      expect(await repo.refused(workerSpawn, { lane: 'login', noFetch: true })).toMatchObject({
        code: 'conflict',
        message: `Git has a worktree registered at ${directory}, but its folder is missing.`,
        hint: 'Move the folder back there, or use another name.',
      });
      renameSync(away, directory);
      expect(repo.git('-C', directory, 'status', '--porcelain')).toBe('A  staged.txt');
      expect(repo.traces().branches).toEqual(['feature/page', 'main', 'mine']);
    }
  });

  it('is not forgotten by a retry: restore brings back what was staged', async () => {
    const lane = await repo.spawn('login');
    writeFileSync(join(lane.worktreePath, 'staged.txt'), 'staged\n');
    repo.gitIn(lane, 'add', 'staged.txt');
    rmSync(lane.worktreePath, { recursive: true });
    await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(await repo.refused(workerRetry, { lane: 'login', noFetch: true }, person)).toMatchObject({
      message: `Git has a worktree registered at ${lane.worktreePath}, but its folder is missing.`,
      hint: 'Move the folder back there, or restore it with its staged changes (`worker restore login`). Then cancel and retry it.',
    });
    const failsOnce = (call: string) => (name: string, when: string) => {
      if (name === call && when === 'after') throw new Error('no space left on device');
    };
    repo.interfere = failsOnce('trees.exclude');
    await repo.refused(workerRestore, { lane: 'login' }, person);
    repo.interfere = () => undefined;
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('A  staged.txt');
  });
});
