import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../../test/editor/scratchRepository.js';
import { GitProcess } from '../gitProcess.js';
import { discardWorkTree } from './discardWorkTree.js';

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const gitIn = (directory: string) => new GitProcess(directory, environment);

let repository: ScratchRepository;
let lane: string;
let records: string;

const discard = (directory = lane) =>
  discardWorkTree({ git: gitIn(repository.path), gitIn, commonDir: join(repository.path, '.git') }, directory);

beforeEach(async () => {
  repository = await makeScratchRepository('discarded');
  await repository.write('src/a.ts', 'a\n');
  await repository.git('add', '.');
  await repository.git('commit', '--quiet', '--message=More');
  lane = await repository.addWorktree('login');
  records = join(repository.path, '.git', 'worktrees');
});

afterEach(() => repository.remove());

describe('discarding a worktree', () => {
  it('takes folder and record away, and no branch and no other worktree', async () => {
    const other = await repository.addWorktree('page');
    rmSync(other, { recursive: true });
    writeFileSync(join(lane, '.env.stateroom'), 'PORT=1\n');
    expect(await discard()).toBe(true);
    expect(existsSync(lane)).toBe(false);
    expect(readdirSync(records)).toEqual(['page']);
    expect(await repository.git('branch', '--list', 'login')).toContain('login');
  });

  it('takes one away whose checkout was cut short', async () => {
    const gitDir = join(records, 'login');
    writeFileSync(join(gitDir, 'locked'), 'initializing\n');
    writeFileSync(join(gitDir, 'index.lock'), '');
    rmSync(join(gitDir, 'index'));
    rmSync(join(lane, 'src'), { recursive: true });
    expect(await discard()).toBe(true);
    expect([existsSync(lane), existsSync(records)]).toEqual([false, false]);
  });

  it('takes what is left of one that git had hardly begun', async () => {
    rmSync(join(records, 'login', 'HEAD'));
    for (const name of ['README.md', 'src']) rmSync(join(lane, name), { recursive: true });
    expect(await discard()).toBe(true);
    expect([existsSync(lane), existsSync(records)]).toEqual([false, false]);
  });

  it('takes the record alone where the folder never came to be', async () => {
    rmSync(lane, { recursive: true });
    expect(await discard()).toBe(true);
    expect(existsSync(records)).toBe(false);
  });

  it.each([
    ['a changed file', () => writeFileSync(join(lane, 'README.md'), 'mine\n')],
    ['a new file', () => writeFileSync(join(lane, 'new.txt'), 'mine\n')],
    [
      'an ignored file',
      () => {
        writeFileSync(join(repository.path, '.git', 'info', 'exclude'), 'kept.txt\n');
        writeFileSync(join(lane, 'kept.txt'), 'mine\n');
      },
    ],
    ['a lock of somebody', () => writeFileSync(join(records, 'login', 'locked'), 'on a stick\n')],
  ])('leaves one alone that holds %s', async (_what, change) => {
    change();
    expect(await discard()).toBe(false);
    expect(existsSync(join(lane, 'src', 'a.ts'))).toBe(true);
    expect(readdirSync(records)).toEqual(['login']);
  });

  it('leaves one alone in which something is staged', async () => {
    writeFileSync(join(lane, 'new.txt'), 'mine\n');
    await repository.git('-C', lane, 'add', 'new.txt');
    rmSync(join(lane, 'new.txt'));
    expect(await discard()).toBe(false);
  });

  it('leaves alone what is no worktree of the repository', async () => {
    const folder = `${lane}-folder`;
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine.txt'), 'mine\n');
    expect(await discard(folder)).toBe(false);
    const clone = `${lane}-clone`;
    await repository.git('clone', '--quiet', repository.path, clone);
    expect(await discard(clone)).toBe(false);
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(clone, 'README.md'))).toBe(true);
  });
});
