import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repositoryEnvironment } from '../../../test/support/gitTestRepository.js';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { otherAgent, person } from '../../../test/support/testRepository.js';
import { laneBringBack } from './laneBringBack.js';
import { laneLost } from './laneLost.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerRestore } from './worker/workerRestore.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

/** Runs git at a time, in minutes before now. */
function gitAt(minutes: number, ...words: string[]): void {
  const date = `${Math.floor(repo.now / 1000) - minutes * 60} +0000`;
  const env = { ...repositoryEnvironment(), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  execFileSync('git', words, { cwd: repo.repository, env, stdio: 'pipe' });
}

function commitAt(minutes: number, path: string, text: string, ...words: string[]): string {
  repo.write(path, text);
  repo.git('add', '--all');
  gitAt(minutes, 'commit', '-q', '-m', `Write ${path}`, ...words);
  return repo.git('rev-parse', 'HEAD');
}

const lost = async (input = {}): Promise<unknown[]> =>
  (await repo.ok(laneLost, input, otherAgent)).lost.map(({ kind, what, who, branch, lane, files, commits, at }) => [
    kind,
    what,
    who,
    branch,
    lane,
    files,
    commits,
    (repo.now - Date.parse(at)) / 60_000,
  ]);

describe('lost work', () => {
  it('is nothing in a repository in which nothing was lost', async () => {
    expect(await repo.ok(laneLost, {}, otherAgent)).toEqual({ lost: [], more: 0, complete: true });
  });

  it('is what git keeps and no branch leads to, newest first', async () => {
    commitAt(60, 'base.txt', 'base\n');
    repo.git('checkout', '-q', '-b', 'deleted');
    const deleted = commitAt(50, 'deleted.txt', 'deleted\n');
    commitAt(49, 'deleted2.txt', 'deleted\n');
    repo.git('checkout', '-q', 'main');
    repo.git('branch', '-q', '-D', 'deleted');
    commitAt(40, 'amended.txt', 'first try\n');
    commitAt(39, 'amended.txt', 'second try\n', '--amend');
    commitAt(30, 'reset.txt', 'reset token=ghp_0123456789abcdefghijABCDEFGHIJ012345\n');
    gitAt(29, 'commit', '-q', '--allow-empty', '-m', 'Try ghp_0123456789abcdefghijABCDEFGHIJ012345');
    repo.git('reset', '-q', '--hard', 'HEAD~2');
    repo.write('base.txt', 'stashed\n');
    repo.write('untracked.txt', 'untracked\n');
    gitAt(20, 'stash', 'push', '-q', '--include-untracked', '-m', 'half done');
    repo.write('base.txt', 'dropped\n');
    gitAt(10, 'stash', 'push', '-q');
    repo.git('stash', 'drop', '-q');
    expect(deleted).toMatch(/^[0-9a-f]{40}$/);
    expect(await lost()).toEqual([
      [
        'droppedStash',
        expect.stringMatching(/^WIP on main: [0-9a-f]+ Write amended.txt$/),
        'Ann',
        'main',
        null,
        1,
        1,
        10,
      ],
      ['stash', 'On main: half done', 'Ann', 'main', null, 2, 1, 20],
      ['commit', 'Try [redacted]', 'Ann', 'main', null, 1, 2, 29],
      ['commit', 'Write amended.txt', 'Ann', 'main', null, 1, 1, 40],
      ['commit', 'Write deleted2.txt', 'Ann', 'deleted', null, 2, 2, 49],
    ]);
    expect(await lost({ since: '15m' })).toHaveLength(1);
    const two = await repo.ok(laneLost, { limit: 2 }, otherAgent);
    expect([two.lost.map(({ kind }) => kind), two.more]).toEqual([['droppedStash', 'stash'], 3]);
    // What git has collected is gone.
    repo.git('reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all');
    repo.git('gc', '-q', '--prune=now');
    expect(await lost()).toEqual([]);
  });

  describe('comes back as a new branch', () => {
    /** What changes on disk or in git's references must not: branch, index, worktree. */
    const untouched = (): unknown => [
      repo.git('status', '--porcelain=v2', '--branch'),
      repo.git('stash', 'list'),
      repo
        .git('for-each-ref', '--format=%(objectname) %(refname)')
        .split('\n')
        .filter(ref => !ref.includes('/recovered/')),
    ];
    const files = (branch: string): string[] => repo.git('ls-tree', '-r', '--name-only', branch).split('\n');
    const history = (branch: string): string[] => repo.git('log', '--format=%s', branch).split('\n');

    async function only(): Promise<string> {
      const { lost: found } = await repo.ok(laneLost, {}, otherAgent);
      expect(found).toHaveLength(1);
      return found[0]?.id ?? '';
    }

    it('a commit with those below it, over changes that stay', async () => {
      commitAt(40, 'one.txt', 'one\n');
      const tip = commitAt(39, 'two.txt', 'two\n');
      repo.git('reset', '-q', '--hard', 'HEAD~2');
      repo.write('README.md', 'in the middle of something\n');
      const before = untouched();
      const id = await only();
      expect(id).toBe(tip.slice(0, 10));
      const branch = `recovered/${id}`;
      const answer = await repo.ok(laneBringBack, { id }, otherAgent);
      expect(answer).toEqual({ branch, commit: tip, made: true, leftOut: [] });
      expect(untouched()).toEqual(before);
      expect(history(branch)).toEqual(['Write two.txt', 'Write one.txt', 'Begin']);
      // It is found again no more; the same call makes nothing.
      expect(await lost()).toEqual([]);
      expect(await repo.ok(laneBringBack, { id }, otherAgent)).toEqual({ ...answer, made: false });
      // To delete the branch is to undo it.
      repo.git('branch', '-q', '-D', branch);
      expect(await only()).toBe(id);
      // A name that is taken is never overwritten.
      expect(await repo.refused(laneBringBack, { id, branch: 'main' }, otherAgent)).toMatchObject({
        code: 'conflict',
        message: 'Branch main already exists.',
      });
      repo.git('branch', '-q', branch, 'main');
      expect(await repo.ok(laneBringBack, { id }, otherAgent)).toMatchObject({ branch: `${branch}-2`, commit: tip });
      expect(await repo.refused(laneBringBack, { id, branch: '..' }, otherAgent)).toMatchObject({
        code: 'invalid_input',
      });
      expect(await repo.refused(laneBringBack, { id: 'deadbeef00' }, otherAgent)).toMatchObject({
        code: 'not_found',
        message: 'deadbeef00 is not a commit, a backup, or a lane with a backup.',
      });
    });

    it.each([
      ['that is kept', false],
      ['that was dropped', true],
    ])('a stash %s, with what was staged and what was untracked', async (_, isDropped) => {
      repo.write('README.md', 'staged\n');
      repo.git('add', 'README.md');
      repo.write('README.md', 'and changed\n');
      repo.write('new/file.txt', 'new\n');
      gitAt(10, 'stash', 'push', '-q', '--include-untracked', '-m', 'half done');
      if (isDropped) repo.git('stash', 'drop', '-q');
      const before = untouched();
      const id = await only();
      const { branch } = await repo.ok(laneBringBack, { id }, otherAgent);
      expect(untouched()).toEqual(before);
      expect(files(branch)).toEqual(['README.md', 'new/file.txt']);
      expect(repo.git('show', `${branch}:README.md`)).toBe('and changed');
      expect(repo.git('show', `${branch}~1:README.md`)).toBe('staged');
      expect(history(branch)).toEqual(['On main: half done', expect.stringMatching(/^index on main/), 'Begin']);
    });

    it('a stash without the files that look like secrets, which stay in the stash', async () => {
      commitAt(40, '.npmrc', 'audit=false\n');
      const base = repo.git('rev-parse', 'HEAD');
      const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
      repo.write('staged.key', 'key\n');
      repo.write('staged.txt', 'staged\n');
      repo.git('add', '--all');
      repo.write('README.md', 'changed\n');
      repo.write('.npmrc', 'audit=true\n');
      repo.write('.env', 'PASSWORD=correct-horse\n');
      repo.write('notes.txt', `Use ${token}\n`);
      repo.write('new.txt', 'new\n');
      gitAt(10, 'stash', 'push', '-q', '--include-untracked', '-m', 'half done');
      const stash = repo.git('rev-parse', 'refs/stash');
      repo.git('stash', 'drop', '-q');
      const { branch, leftOut } = await repo.ok(laneBringBack, { id: stash }, otherAgent);
      expect(leftOut).toEqual(['.env', '.npmrc', 'notes.txt', 'staged.key']);
      expect(files(branch)).toEqual(['.npmrc', 'README.md', 'new.txt', 'staged.txt']);
      expect(repo.git('show', `${branch}:.npmrc`)).toBe('audit=false');
      expect(files(`${branch}~1`)).toEqual(['.npmrc', 'README.md', 'staged.txt']);
      expect(repo.git('rev-parse', `${branch}~2`)).toBe(base);
      expect(repo.git('show', `${stash}^3:.env`)).toBe('PASSWORD=correct-horse');
      // Its parts have ids of their own.
      const part = async (parent: string): Promise<unknown[]> => {
        const id = repo.git('rev-parse', `${stash}^${parent}`);
        const found = await repo.ok(laneBringBack, { id }, otherAgent);
        return [found.leftOut, files(found.branch)];
      };
      expect(await part('2')).toEqual([['staged.key'], ['.npmrc', 'README.md', 'staged.txt']]);
      expect(await part('3')).toEqual([['.env', 'notes.txt'], ['new.txt']]);
    });

    it('a stash of nothing but secrets as the commit that it was made on', async () => {
      repo.write('.env', 'PASSWORD=correct-horse\n');
      gitAt(10, 'stash', 'push', '-q', '--include-untracked');
      const { commit, leftOut } = await repo.ok(laneBringBack, { id: await only() }, otherAgent);
      expect([commit, leftOut]).toEqual([repo.git('rev-parse', 'main'), ['.env']]);
    });

    it('the backup of a cancelled lane, whose lane can be restored as well', async () => {
      const lane = await repo.spawn('login', { description: 'Limit logins' });
      writeFileSync(join(lane.worktreePath, 'README.md'), 'changed\n');
      writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
      writeFileSync(join(lane.worktreePath, '.gitignore'), 'build/\n');
      writeFileSync(join(lane.worktreePath, '.env'), 'DATABASE_PASSWORD=correct-horse\n');
      await repo.ok(workerCancel, { lane: 'login' }, person);
      expect(await repo.ok(laneLost, {}, otherAgent)).toEqual({
        lost: [
          {
            kind: 'backup',
            id: 'login/20261102T100000000Z',
            what: 'Limit logins',
            at: '2026-11-02T10:00:00.000Z',
            who: 'Ada',
            branch: 'feature/login',
            lane: 'login',
            files: 3,
            commits: 0,
            commit: repo.git('rev-parse', 'main'),
            restorable: true,
          },
        ],
        more: 0,
        complete: true,
      });
      const before = untouched();
      const { branch, leftOut } = await repo.ok(laneBringBack, { id: 'login/20261102T100000000Z' }, otherAgent);
      expect([branch, leftOut]).toEqual(['recovered/login/20261102t100000000z', ['.env']]);
      // The commit that keeps it, whole or shortened, names the same backup: it is no commit of the repository's files.
      const kept = repo.git('rev-parse', 'refs/stateroom/rescue/login/20261102T100000000Z');
      for (const id of [kept, kept.slice(0, 10)]) {
        expect(await repo.ok(laneBringBack, { id }, otherAgent)).toMatchObject({ branch, made: false, leftOut });
      }
      expect(untouched()).toEqual(before);
      expect(files(branch)).toEqual(['.gitignore', 'README.md', 'new.txt']);
      expect(history(branch)).toEqual(['Uncommitted work of lane login', 'Begin']);
      await repo.ok(workerRestore, { lane: 'login' }, person);
      expect(readFileSync(join(lane.worktreePath, '.env'), 'utf8')).toBe('DATABASE_PASSWORD=correct-horse\n');
      expect((await repo.ok(laneLost, {}, otherAgent)).lost.map(({ restorable }) => restorable)).toEqual([false]);
    });

    it('a worktree whose folder is gone, and one that git removed', async () => {
      const gone = `${repo.repository}.gone`;
      repo.git('worktree', 'add', '-q', '-b', 'side', gone);
      repo.git('-C', gone, 'commit', '-q', '--allow-empty', '-m', 'Beside');
      const tip = repo.git('rev-parse', 'side');
      rmSync(gone, { recursive: true });
      repo.now = Date.now();
      const { lost: found } = await repo.ok(laneLost, {}, otherAgent);
      expect(found).toMatchObject([
        { kind: 'worktree', what: gone, branch: 'side', lane: null, files: null, commit: tip, restorable: false },
      ]);
      expect(await repo.ok(laneBringBack, { id: found[0]?.id ?? '' }, otherAgent)).toMatchObject({ commit: tip });
      const removed = `${repo.repository}.removed`;
      repo.git('worktree', 'add', '-q', '--detach', removed);
      repo.git('-C', removed, 'commit', '-q', '--allow-empty', '-m', 'On no branch');
      const loose = repo.git('-C', removed, 'rev-parse', 'HEAD');
      // While it is there, nothing of it is lost.
      expect((await repo.ok(laneLost, {}, otherAgent)).lost.map(({ commit }) => commit)).toEqual([tip]);
      repo.git('worktree', 'remove', removed);
      const after = (await repo.ok(laneLost, {}, otherAgent)).lost.map(({ kind, what, commit }) => [
        kind,
        what,
        commit,
      ]);
      expect(after).toContainEqual(['commit', 'On no branch', loose]);
      expect(existsSync(removed)).toBe(false);
    });
  });

  it('is what the reflogs know where the search of all objects takes too long', async () => {
    const tip = commitAt(40, 'one.txt', 'one\n');
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    const trees = await repo.context().lanes?.trees();
    expect(await trees?.findLostCommits({ since: 0, searchMs: 0 })).toMatchObject({
      found: [{ commit: tip, branch: 'main' }],
      isComplete: false,
    });
    await expect(trees?.findLostCommits({ since: 0, signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
