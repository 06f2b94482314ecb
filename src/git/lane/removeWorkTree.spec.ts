import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../../test/editor/scratchRepository.js';
import { GitProcess } from '../gitProcess.js';
import { keepWorkTree } from '../rescue/keepWorkTree.js';
import { restoreWorkTree } from '../rescue/restoreWorkTree.js';
import { removeWorkTree } from './removeWorkTree.js';
import { conditionOf } from './treeCondition.js';

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const gitIn = (directory: string) => new GitProcess(directory, environment);

let repository: ScratchRepository;
let lane: string;
let time = Date.UTC(2026, 10, 21);

const place = () => ({
  directory: lane,
  gitDir: join(repository.path, '.git', 'worktrees', 'login'),
});

async function keep() {
  const git = gitIn(lane);
  const gitDir = (await git.text(['rev-parse', '--absolute-git-dir'])).trim();
  time += 1;
  return keepWorkTree(
    { git, root: lane, gitDir, commonDir: join(repository.path, '.git') },
    { lane: 'login', now: time, ignoredBytes: 0, secretsFolder: join(dirname(repository.path), 'secrets') },
  );
}

const restore = async (rescue: Awaited<ReturnType<typeof keep>>) =>
  restoreWorkTree({ git: gitIn(repository.path), commonDir: join(repository.path, '.git'), gitIn }, rescue, {
    directory: lane,
    secretsFolder: join(dirname(repository.path), 'secrets'),
  });

beforeEach(async () => {
  repository = await makeScratchRepository('removed');
  lane = await repository.addWorktree('login');
});

afterEach(() => repository.remove());

describe('removing a worktree', () => {
  it('takes folder and registration away, and nothing else', async () => {
    writeFileSync(join(lane, 'new.txt'), 'x\n');
    const rescue = await removeWorkTree(place(), keep);
    expect(readdirSync(dirname(lane))).toEqual(['removed']);
    expect((await repository.git('worktree', 'list')).split('\n')).toHaveLength(1);
    expect(await repository.git('branch', '--list', 'login')).toContain('login');
    await restore(rescue);
    expect(readFileSync(join(lane, 'new.txt'), 'utf8')).toBe('x\n');
  });

  it('keeps what was written after it was kept for the first time', async () => {
    let kept = 0;
    const rescue = await removeWorkTree(place(), async () => {
      const answer = await keep();
      kept += 1;
      if (kept === 1) appendFileSync(join(lane, 'late.txt'), 'an hour of work\n');
      return answer;
    });
    expect(kept).toBe(2);
    await restore(rescue);
    expect(readFileSync(join(lane, 'late.txt'), 'utf8')).toBe('an hour of work\n');
  });

  it('keeps what was committed after it was kept for the first time', async () => {
    let kept = 0;
    const rescue = await removeWorkTree(place(), async () => {
      const answer = await keep();
      kept += 1;
      if (kept === 1)
        execFileSync('git', ['commit', '--quiet', '--allow-empty', '--message=Late'], { cwd: lane, env: environment });
      return answer;
    });
    expect(kept).toBe(2);
    await restore(rescue);
    expect((await gitIn(lane).text(['log', '-1', '--format=%s'])).trim()).toBe('Late');
  });

  it('keeps nothing from a submodule in silence: a commit that is made in it after the look is seen', async () => {
    const other = await makeScratchRepository('part');
    try {
      const settings = ['-c', 'protocol.file.allow=always', '-c', 'user.name=R', '-c', 'user.email=r@x'];
      const inside = (folder: string, ...args: string[]) =>
        execFileSync('git', [...settings, ...args], { cwd: folder, env: environment, stdio: 'ignore' });
      inside(lane, 'submodule', '--quiet', 'add', other.path, 'part');
      inside(lane, 'commit', '--quiet', '--message=Part');
      let looks = 0;
      await removeWorkTree(place(), async () => {
        looks += 1;
        if (looks === 1) inside(join(lane, 'part'), 'commit', '--quiet', '--allow-empty', '--message=Late');
      });
      expect(looks).toBe(2);
    } finally {
      await other.remove();
    }
  });

  it('gives up where a program never stops writing, and leaves the folder where it was', async () => {
    const script = `setInterval(() => { try { require('fs').appendFileSync('busy.txt', 'x'); } catch {} }, 1)`;
    const program = spawn(process.execPath, ['-e', script], { cwd: lane, stdio: 'ignore' });
    try {
      while (!existsSync(join(lane, 'busy.txt'))) await new Promise(resolve => setTimeout(resolve, 20));
      await expect(removeWorkTree(place(), keep)).rejects.toMatchObject({
        name: 'RemovalRefused',
        reason: 'busy',
      });
      expect(existsSync(join(lane, 'busy.txt'))).toBe(true);
      expect(readdirSync(dirname(lane)).sort()).toEqual(['login', 'removed']);
    } finally {
      const gone = new Promise(resolve => program.once('exit', resolve));
      program.kill('SIGKILL');
      await gone;
    }
  });
});

describe('the condition of a worktree', () => {
  const look = async () => {
    const git = gitIn(lane);
    return conditionOf(git, (await git.text(['rev-parse', '--absolute-git-dir'])).trim());
  };

  it('counts what is changed and new', async () => {
    writeFileSync(join(lane, 'README.md'), 'changed\n');
    writeFileSync(join(lane, 'new.txt'), 'x\n');
    expect(await look()).toEqual({
      changed: 1,
      untracked: 1,
      operation: undefined,
      locked: undefined,
      submodules: [],
      nestedRepositories: [],
    });
  });

  it('tells a lock with its reason', async () => {
    await repository.git('worktree', 'lock', '--reason', 'on a stick', lane);
    expect((await look()).locked).toBe('on a stick');
  });

  it('names repositories within, and submodules that hold work of their own', async () => {
    const other = await makeScratchRepository('part');
    try {
      const inFolder = (folder: string, ...args: string[]) =>
        execFileSync(
          'git',
          ['-c', 'protocol.file.allow=always', '-c', 'user.name=R', '-c', 'user.email=r@x', ...args],
          {
            cwd: folder,
            env: environment,
            stdio: 'ignore',
          },
        );
      inFolder(lane, 'submodule', '--quiet', 'add', other.path, 'part');
      inFolder(lane, 'commit', '--quiet', '--message=Part');
      expect((await look()).submodules).toEqual([]);
      writeFileSync(join(lane, 'part', 'README.md'), 'changed\n');
      expect((await look()).submodules).toEqual([{ path: 'part', holds: 'changes' }]);
      inFolder(join(lane, 'part'), 'commit', '--quiet', '--all', '--message=Own');
      expect((await look()).submodules).toEqual([{ path: 'part', holds: 'commits' }]);
      inFolder(lane, 'init', '--quiet', 'nested');
      expect((await look()).nestedRepositories).toEqual(['nested']);
    } finally {
      await other.remove();
    }
  });
});
