import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../../test/editor/scratchRepository.js';
import type { MergeWay } from '../../domain/lane/mergeWay.js';
import { GitProcess } from '../gitProcess.js';
import { openWorkTree } from '../openWorkTree.js';
import { type MergeRequest, mergeBranch } from './mergeBranch.js';

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

let repository: ScratchRepository;
let lane: string;

const inLane = (...args: string[]): string =>
  execFileSync('git', args, {
    cwd: lane,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
const write = (folder: string, path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const commitInLane = (path: string, text: string): void => {
  write(lane, path, text);
  inLane('add', '--all');
  inLane('commit', '--quiet', `--message=Change ${path}`);
};
const commitOnMain = async (path: string, text: string): Promise<void> => {
  await repository.write(path, text);
  await repository.git('add', '--all');
  await repository.git('commit', '--quiet', `--message=Main ${path}`);
};

/** `meanwhile` happens when the result was made and is about to be put on the base. */
async function merge(way: MergeWay, more: Partial<MergeRequest> = {}, meanwhile = (): void => undefined) {
  const workTree = openWorkTree(repository.path, environment);
  if (workTree === undefined) throw new Error('there is no repository');
  return mergeBranch(
    {
      commonDir: join(repository.path, '.git'),
      git: new GitProcess(join(repository.path, '.git'), environment),
      gitIn: directory => {
        meanwhile();
        return new GitProcess(directory, environment);
      },
      inThrowAwayTree: (commit, work) => workTree.inThrowAwayTree(commit, work),
    },
    {
      branch: 'feature/login',
      approved: inLane('rev-parse', 'HEAD'),
      into: 'main',
      way,
      message: 'Merge login',
      ...more,
    },
  );
}

/** References, HEADs, indexes and every file of both worktrees, to the byte. */
async function everything(): Promise<unknown> {
  const files = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .filter(path => !path.includes('/.git/'))
      .sort()
      .map(path => `${path} ${statSync(path).mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);
  const index = inLane('rev-parse', '--absolute-git-dir');
  return {
    refs: await repository.git('for-each-ref'),
    heads: [readFileSync(join(index, 'HEAD'), 'utf8'), readFileSync(join(repository.path, '.git', 'HEAD'), 'utf8')],
    indexes: [readFileSync(join(index, 'index')), readFileSync(join(repository.path, '.git', 'index'))].map(bytes =>
      bytes.toString('base64'),
    ),
    files: [...files(lane), ...files(repository.path)],
    trees: await repository.git('worktree', 'list'),
  };
}

beforeEach(async () => {
  repository = await makeScratchRepository('merged');
  await repository.write('a.txt', 'one\ntwo\nthree\n');
  await repository.write('b.txt', 'b\n');
  await repository.git('add', '.');
  await repository.git('commit', '--quiet', '--message=Files');
  lane = await repository.addWorktree('feature/login');
  commitInLane('new.txt', 'new\n');
  commitInLane('a.txt', 'one\nTWO\nthree\n');
});

afterEach(() => repository.remove());

describe('a branch that merges cleanly', () => {
  it('comes in with a commit of two parents, and the worktree of the base with it', async () => {
    await commitOnMain('b.txt', 'B\n');
    const base = await repository.git('rev-parse', 'main');
    const tip = inLane('rev-parse', 'HEAD');
    const answer = await merge('merge');
    expect(answer).toEqual({ outcome: 'merged', commit: await repository.git('rev-parse', 'main') });
    expect(await repository.git('log', '-1', '--format=%P|%s', 'main')).toBe(`${base} ${tip}|Merge login`);
    expect(await repository.git('status', '--porcelain')).toBe('');
    expect(readFileSync(join(repository.path, 'a.txt'), 'utf8')).toBe('one\nTWO\nthree\n');
  });

  it('comes in as one commit', async () => {
    await commitOnMain('b.txt', 'B\n');
    const base = await repository.git('rev-parse', 'main');
    expect((await merge('squash')).outcome).toBe('merged');
    expect(await repository.git('log', '-1', '--format=%P|%s', 'main')).toBe(`${base}|Merge login`);
    expect(await repository.git('show', '--name-only', '--format=', 'main')).toBe('a.txt\nnew.txt');
  });

  it('comes in commit by commit on top', async () => {
    await commitOnMain('b.txt', 'B\n');
    expect((await merge('rebase')).outcome).toBe('merged');
    expect(await repository.git('log', '-3', '--format=%s', 'main')).toBe('Change a.txt\nChange new.txt\nMain b.txt');
    expect(await repository.git('worktree', 'list')).not.toContain('stateroom-work');
    expect(inLane('log', '-1', '--format=%s')).toBe('Change a.txt');
  });

  it('comes in on top of what others pushed, which it has and the base here has not', async () => {
    await repository.git('checkout', '--quiet', '-b', 'theirs');
    await commitOnMain('theirs.txt', 'theirs\n');
    await repository.git('update-ref', 'refs/remotes/origin/main', 'theirs');
    await repository.git('checkout', '--quiet', 'main');
    inLane('rebase', '--quiet', 'refs/remotes/origin/main');
    expect(await merge('squash')).toMatchObject({ outcome: 'merged' });
    expect(await repository.git('log', '-2', '--format=%s', 'main')).toBe('Merge login\nMain theirs.txt');
    expect(await repository.git('show', '--name-only', '--format=', 'main')).toBe('a.txt\nnew.txt');
    expect(await repository.git('rev-parse', 'main~1')).toBe(await repository.git('rev-parse', 'theirs'));
    expect(await repository.git('status', '--porcelain')).toBe('');
    expect(await merge('squash')).toMatchObject({ outcome: 'alreadyMerged' });
  });

  it('comes in beside changes of the base’s worktree that it does not touch', async () => {
    await repository.write('b.txt', 'not committed\n');
    expect((await merge('merge')).outcome).toBe('merged');
    expect(await repository.git('status', '--porcelain')).toBe('M b.txt');
  });

  it('comes into a branch that is checked out nowhere', async () => {
    await repository.git('branch', 'integration');
    const before = await repository.git('rev-parse', 'main');
    expect((await merge('merge', { into: 'integration' })).outcome).toBe('merged');
    expect(await repository.git('rev-parse', 'main')).toBe(before);
    expect(await repository.git('show', 'integration:new.txt')).toBe('new');
  });

  it.each(['merge', 'squash', 'rebase'] as const)('comes in once, by %s', async way => {
    await commitOnMain('b.txt', 'B\n');
    await merge(way);
    const before = await everything();
    expect((await merge(way)).outcome).toBe('alreadyMerged');
    expect(await everything()).toEqual(before);
  });
});

describe('leaves everything byte for byte as it was:', () => {
  const ways: readonly MergeWay[] = ['merge', 'squash', 'rebase'];

  it.each(ways)('a conflict, by %s', async way => {
    await commitOnMain('a.txt', 'one\nZWEI\nthree\n');
    const before = await everything();
    expect(await merge(way)).toEqual({ outcome: 'conflict', paths: ['a.txt'] });
    expect(await everything()).toEqual(before);
  });

  it.each(ways)('changes in the base’s worktree that would be lost, by %s', async way => {
    await repository.write('a.txt', 'not committed\n');
    const before = await everything();
    const answer = await merge(way);
    expect(answer).toMatchObject({ outcome: 'inTheWay', directory: realpathSync(repository.path) });
    expect(answer.outcome === 'inTheWay' ? answer.said : '').toContain('a.txt');
    expect(await everything()).toEqual(before);
  });

  it('a new file in the base’s worktree that would be overwritten', async () => {
    await repository.write('new.txt', 'mine\n');
    const before = await everything();
    expect((await merge('merge')).outcome).toBe('inTheWay');
    expect(await everything()).toEqual(before);
  });

  it('a lock in the base’s worktree', async () => {
    const lock = join(repository.path, '.git', 'index.lock');
    writeFileSync(lock, '');
    const before = await everything();
    expect((await merge('merge')).outcome).toBe('inTheWay');
    expect(await everything()).toEqual(before);
    rmSync(lock);
  });

  it('a merge that was begun in the base’s worktree', async () => {
    await repository.git('branch', 'other');
    await repository.git('checkout', '--quiet', 'other');
    await commitOnMain('c.txt', 'c\n');
    await repository.git('checkout', '--quiet', 'main');
    await repository.git('merge', '--no-commit', '--no-ff', '--quiet', 'other');
    const before = await everything();
    expect((await merge('merge')).outcome).toBe('inTheWay');
    expect(await everything()).toEqual(before);
  });

  it('a branch that went on after it was approved', async () => {
    const approved = inLane('rev-parse', 'HEAD');
    commitInLane('late.txt', 'late\n');
    const before = await everything();
    expect(await merge('merge', { approved })).toEqual({ outcome: 'moved', what: 'branch' });
    expect(await everything()).toEqual(before);
  });

  it('a base that moved during the merge', async () => {
    const moved = { seen: '' };
    const answer = await merge('merge', {}, () => {
      execFileSync('git', ['commit', '--quiet', '--allow-empty', '--message=Meanwhile'], {
        cwd: repository.path,
        env: environment,
      });
      moved.seen = inLane('rev-parse', 'main');
    });
    expect(answer).toEqual({ outcome: 'moved', what: 'into' });
    expect(await repository.git('rev-parse', 'main')).toBe(moved.seen);
    expect(await repository.git('status', '--porcelain')).toBe('');
  });

  it('a base that is being rebased', async () => {
    await repository.git('branch', 'other');
    await commitOnMain('c.txt', 'mine\n');
    await repository.git('checkout', '--quiet', 'other');
    await commitOnMain('c.txt', 'theirs\n');
    await repository.git('checkout', '--quiet', 'main');
    await expect(repository.git('rebase', '--quiet', 'other')).rejects.toThrow('c.txt');
    const before = await everything();
    expect(await merge('merge')).toEqual({
      outcome: 'inTheWay',
      directory: realpathSync(repository.path),
      said: 'A rebase of main is in progress.',
    });
    expect(await everything()).toEqual(before);
  });

  it('a base that is bisected', async () => {
    await commitOnMain('c.txt', 'c\n');
    await repository.git('bisect', 'start', 'HEAD', 'HEAD~2');
    const before = await everything();
    expect(await merge('merge')).toMatchObject({ outcome: 'inTheWay', said: 'A bisect of main is in progress.' });
    expect(await everything()).toEqual(before);
  });

  it('another branch that the base’s worktree was switched to meanwhile', async () => {
    await repository.git('branch', 'other');
    const answer = await merge('merge', {}, () => {
      execFileSync('git', ['checkout', '--quiet', 'other'], { cwd: repository.path, env: environment });
    });
    expect(answer).toEqual({ outcome: 'moved', what: 'into' });
    expect(inLane('rev-parse', 'other')).toBe(inLane('rev-parse', 'main'));
  });

  it('branches on the way, by rebase where git is told to bring them along', async () => {
    await repository.git('config', 'rebase.updateRefs', 'true');
    inLane('branch', 'backup', 'HEAD~1');
    await commitOnMain('b.txt', 'B\n');
    await repository.write('a.txt', 'not committed\n');
    const before = await everything();
    expect((await merge('rebase')).outcome).toBe('inTheWay');
    expect(await everything()).toEqual(before);
  });

  it.each(ways)('what cannot be signed, by %s', async way => {
    await commitOnMain('b.txt', 'B\n');
    await repository.git('config', 'commit.gpgSign', 'true');
    await repository.git('config', 'gpg.program', 'false');
    const before = await everything();
    await expect(merge(way)).rejects.toThrow('gpg failed to sign the data');
    expect(await everything()).toEqual(before);
  });

  it('a branch or a base that is not there', async () => {
    const before = await everything();
    expect(await merge('merge', { branch: 'feature/gone' })).toEqual({ outcome: 'missing', what: 'branch' });
    expect(await merge('merge', { into: 'gone' })).toEqual({ outcome: 'missing', what: 'into' });
    expect(await everything()).toEqual(before);
  });
});

describe('the attributes of the base', () => {
  it('keep a file from being merged line by line', async () => {
    const far = Array.from({ length: 20 }, (_, at) => `${at}\n`).join('');
    await commitOnMain('long.txt', far);
    inLane('rebase', '--quiet', 'main');
    await commitOnMain('.gitattributes', '*.txt -merge\n');
    await commitOnMain('long.txt', `${far}last\n`);
    commitInLane('long.txt', `first\n${far}`);
    expect(await merge('merge')).toEqual({ outcome: 'conflict', paths: ['long.txt'] });
  });

  it('take the lines of both', async () => {
    await commitOnMain('.gitattributes', 'a.txt merge=union\n');
    await commitOnMain('a.txt', 'one\nZWEI\nthree\n');
    expect((await merge('merge')).outcome).toBe('merged');
    expect(await repository.git('show', 'main:a.txt')).toBe('one\nZWEI\nTWO\nthree');
  });

  it('in folders take the lines of both', async () => {
    await commitOnMain('sub/.gitattributes', '*.txt merge=union\n');
    await commitOnMain('sub/c.txt', 'c\n');
    commitInLane('sub/c.txt', 'lane\n');
    expect((await merge('squash')).outcome).toBe('merged');
    expect(await repository.git('show', 'main:sub/c.txt')).toBe('c\nlane');
  });
});
