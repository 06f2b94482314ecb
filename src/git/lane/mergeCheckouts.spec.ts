import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../../test/editor/scratchRepository.js';
import { say } from '../../messages/say.js';
import { GitProcess } from '../gitProcess.js';
import { mergeBranch } from './mergeBranch.js';

// A branch that a merge moves is checked out somewhere: there the files come along, or nothing is moved.

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

let repository: ScratchRepository;
let lane: string;

const gitAt = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
const git = (...args: string[]): string => gitAt(repository.path, ...args);

/** Merges `login`, which changes a.txt from “one” to “two” and adds deep/b.txt, into main. */
async function merge() {
  const commonDir = join(repository.path, '.git');
  const answer = await mergeBranch(
    {
      commonDir,
      git: new GitProcess(commonDir, environment),
      gitIn: directory => new GitProcess(directory, environment),
      inThrowAwayTree: () => Promise.reject(new Error('not needed')),
    },
    { branch: 'login', approved: gitAt(lane, 'rev-parse', 'HEAD'), into: 'main', way: 'merge', message: 'Merge login' },
  );
  if (answer.outcome !== 'inTheWay') return answer;
  const { said, hint } = answer;
  return {
    ...answer,
    said: typeof said === 'string' ? said : say(said),
    ...(hint === undefined ? {} : { hint: say(hint) }),
  };
}

/** Main, with the files of a checkout of it. */
function stateOf(checkout: string): Readonly<Record<string, string>> {
  const text = (path: string): string =>
    existsSync(join(checkout, path)) ? readFileSync(join(checkout, path), 'utf8').trim() : 'none';
  return { main: git('log', '-1', '--format=%s', 'main'), a: text('a.txt'), b: text('deep/b.txt') };
}

const asBefore = { main: 'Start', a: 'one', b: 'none' };
const merged = { main: 'Merge login', a: 'two', b: 'new' };

beforeEach(async () => {
  repository = await makeScratchRepository('checkouts', { files: { 'a.txt': 'one\n', 'other/c.txt': 'c\n' } });
  lane = await repository.addWorktree('login');
  writeFileSync(join(lane, 'a.txt'), 'two\n');
  mkdirSync(join(lane, 'deep'));
  writeFileSync(join(lane, 'deep/b.txt'), 'new\n');
  gitAt(lane, 'add', '--all');
  gitAt(lane, 'commit', '--quiet', '--message=Work');
});

afterEach(() => repository.remove());

describe('the checkout of the base', () => {
  it('comes along in the main worktree', async () => {
    expect((await merge()).outcome).toBe('merged');
    expect([stateOf(repository.path), git('status', '--porcelain')]).toEqual([merged, '']);
  });

  it('comes along in a linked worktree', async () => {
    git('checkout', '--quiet', '-b', 'aside');
    const linked = join(dirname(repository.path), 'linked');
    git('worktree', 'add', '--quiet', linked, 'main');
    expect((await merge()).outcome).toBe('merged');
    expect([stateOf(linked), gitAt(linked, 'status', '--porcelain')]).toEqual([merged, '']);
  });

  it('comes along in a linked worktree of a repository that is called bare', async () => {
    git('config', 'core.bare', 'true');
    git('symbolic-ref', 'HEAD', 'refs/heads/aside');
    const linked = join(dirname(repository.path), 'linked');
    git('worktree', 'add', '--quiet', linked, 'main');
    expect((await merge()).outcome).toBe('merged');
    expect([stateOf(linked), gitAt(linked, 'status', '--porcelain')]).toEqual([merged, '']);
  });

  it('keeps local changes of other files', async () => {
    writeFileSync(join(repository.path, 'other/c.txt'), 'mine\n');
    expect((await merge()).outcome).toBe('merged');
    expect([stateOf(repository.path), git('status', '--porcelain')]).toEqual([merged, 'M other/c.txt']);
  });

  it('comes along where the file is marked skip-worktree and unchanged', async () => {
    git('update-index', '--skip-worktree', 'a.txt');
    expect((await merge()).outcome).toBe('merged');
    expect(stateOf(repository.path)).toEqual(merged);
    git('update-index', '--no-skip-worktree', 'a.txt');
    expect(git('status', '--porcelain')).toBe('');
  });

  it.each(['skip-worktree', 'assume-unchanged'])('refuses where a file marked %s was changed', async mark => {
    git('update-index', `--${mark}`, 'a.txt');
    writeFileSync(join(repository.path, 'a.txt'), 'mine\n');
    expect(await merge()).toMatchObject({ outcome: 'inTheWay', directory: repository.path });
    expect(stateOf(repository.path)).toEqual({ ...asBefore, a: 'mine' });
  });

  it('comes along in a sparse checkout, which leaves out what it leaves out', async () => {
    git('sparse-checkout', 'set', 'other');
    expect((await merge()).outcome).toBe('merged');
    expect([stateOf(repository.path), git('status', '--porcelain')]).toEqual([{ ...merged, b: 'none' }, '']);
    git('sparse-checkout', 'disable');
    expect([stateOf(repository.path), git('status', '--porcelain')]).toEqual([merged, '']);
  });

  it('refuses while another process has its index locked', async () => {
    writeFileSync(join(repository.path, '.git/index.lock'), '');
    expect(await merge()).toMatchObject({ outcome: 'inTheWay', directory: repository.path });
    expect(stateOf(repository.path)).toEqual(asBefore);
  });

  it('refuses where core.bare is true although files are checked out', async () => {
    git('config', 'core.bare', 'true');
    expect(await merge()).toEqual({
      outcome: 'inTheWay',
      directory: repository.path,
      said: `In ${repository.path}, git finds no worktree, because core.bare is true in ${repository.path}/.git/config.`,
      hint: `If files are checked out in ${repository.path}, run this there: git config core.bare false`,
    });
    expect(stateOf(repository.path)).toEqual(asBefore);
    git('config', 'core.bare', 'false');
    expect((await merge()).outcome).toBe('merged');
    expect([stateOf(repository.path), git('status', '--porcelain')]).toEqual([merged, '']);
  });

  it('is none where core.bare is true and only an old index is left', async () => {
    git('config', 'core.bare', 'true');
    for (const name of ['a.txt', 'README.md', 'other']) rmSync(join(repository.path, name), { recursive: true });
    expect((await merge()).outcome).toBe('merged');
    expect(stateOf(repository.path)).toEqual({ main: 'Merge login', a: 'none', b: 'none' });
  });

  it('refuses where core.worktree leads elsewhere', async () => {
    const elsewhere = join(dirname(repository.path), 'elsewhere');
    mkdirSync(elsewhere);
    git('config', 'core.worktree', elsewhere);
    expect(await merge()).toMatchObject({
      outcome: 'inTheWay',
      said: `In ${repository.path}, git works on another folder, ${elsewhere}, because core.worktree is set in ${repository.path}/.git/config.`,
      hint: `Correct core.worktree in ${repository.path}/.git/config, then try again.`,
    });
    git('config', '--unset', 'core.worktree');
    expect([stateOf(repository.path), git('status', '--porcelain')]).toEqual([asBefore, '']);
  });

  it('refuses where the branch is checked out twice', async () => {
    const linked = join(dirname(repository.path), 'linked');
    git('worktree', 'add', '--quiet', '--force', linked, 'main');
    expect(await merge()).toMatchObject({ outcome: 'inTheWay', said: `main is also checked out in ${linked}.` });
    expect([stateOf(repository.path), stateOf(linked)]).toEqual([asBefore, asBefore]);
  });

  it('refuses where it is not visible from here, and merges where it was removed', async () => {
    git('checkout', '--quiet', '-b', 'aside');
    const parent = join(dirname(repository.path), 'other view');
    const linked = join(parent, 'linked');
    mkdirSync(parent);
    git('worktree', 'add', '--quiet', linked, 'main');
    renameSync(parent, `${parent} away`);
    expect(await merge()).toEqual({
      outcome: 'inTheWay',
      directory: linked,
      said: `main is checked out in ${linked}, which is not visible from here.`,
    });
    expect(git('log', '-1', '--format=%s', 'main')).toBe('Start');
    mkdirSync(parent);
    expect((await merge()).outcome).toBe('merged');
  });

  it('is not called done where a hook takes the change back from the disk or the index', async () => {
    const hook = (lines: string): void =>
      writeFileSync(join(repository.path, '.git/hooks/post-merge'), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    hook('git show HEAD^:a.txt > a.txt');
    expect(await merge()).toEqual({ outcome: 'leftBehind', directory: repository.path, paths: ['a.txt'] });
    git('reset', '--quiet', '--hard', 'HEAD^');
    hook('git read-tree HEAD^');
    expect(await merge()).toEqual({
      outcome: 'leftBehind',
      directory: repository.path,
      paths: ['a.txt', 'deep/b.txt'],
    });
    git('reset', '--quiet', '--hard', 'HEAD');
    expect((await merge()).outcome).toBe('alreadyMerged');
    git('reset', '--quiet', '--hard', 'HEAD^');
    hook('echo mine >> a.txt');
    expect((await merge()).outcome).toBe('merged');
  });
});
