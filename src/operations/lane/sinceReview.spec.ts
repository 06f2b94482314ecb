import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { laneChanges } from './laneChanges.js';
import { laneClose } from './laneClose.js';
import { laneMarkReviewed } from './laneMarkReviewed.js';
import { workerApprove } from './worker/workerApprove.js';
import { workerDone } from './worker/workerDone.js';
import { workerMerge } from './worker/workerMerge.js';
import { workerRequestChanges } from './worker/workerRequestChanges.js';
import { workerStart } from './worker/workerStart.js';

const eve = { ...person, name: 'Eve' };
const lines = (...words: readonly string[]): string => words.map(word => `${word}\n`).join('');

let repo: LaneTestRepository;
let lane: Lane;

beforeEach(async () => {
  repo = new LaneTestRepository();
  repo.commit('More', {
    'a.txt': lines('1', '2', '3', '4', '5', '6', '7', '8', '9'),
    'b.txt': lines('1', '2', '3'),
    'c.txt': lines('1', '2', '3'),
  });
  repo.git('push', '-q', 'origin', 'main');
  lane = await repo.spawn('login');
  await repo.ok(workerStart, { lane: 'login' });
  commit('First', { 'a.txt': lines('1', 'two', '3', '4', '5', '6', '7', '8', '9'), 'b.txt': lines('one', '2', '3') });
});

afterEach(() => repo.close());

/** Commits files in the lane; the commit. */
function commit(text: string, files: Readonly<Record<string, string>>): string {
  for (const [path, content] of Object.entries(files)) writeFileSync(join(lane.worktreePath, path), content);
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', text);
  return repo.gitIn(lane, 'rev-parse', 'HEAD');
}

/** Commits files to main, here and at the remote. */
function commitToMain(files: Readonly<Record<string, string>>): void {
  repo.commit('Meanwhile', files);
  repo.git('push', '-q', 'origin', 'main');
}

const since = (actor = person) => repo.ok(laneChanges, { lane: 'login', committed: true, sinceReview: true }, actor);
const show = (name: string): string => repo.git('show', name);
const reviews = (): string[] =>
  repo
    .git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/stateroom/reviewed')
    .split('\n')
    .filter(line => line !== '');

describe('what has changed since a review', () => {
  it('begins with the commit that was sent back, approved, or marked, for each reviewer apart', async () => {
    const first = repo.gitIn(lane, 'rev-parse', 'HEAD');
    expect(await repo.refused(laneChanges, { lane: 'login', sinceReview: true }, person)).toMatchObject({
      code: 'not_found',
      message: 'You have not reviewed L-1 (login) yet.',
    });
    await repo.ok(workerDone, { lane: 'login' });
    await repo.ok(workerRequestChanges, { lane: 'login', message: 'Name it' }, person);
    const second = commit('Second', { 'b.txt': lines('one', '2', 'three') });
    expect(await since()).toMatchObject({
      from: first,
      head: second,
      reviewed: first,
      files: [{ path: 'b.txt', kind: 'edit', blob: repo.git('rev-parse', `${second}:b.txt`) }],
    });
    await repo.ok(workerDone, { lane: 'login' });
    await repo.ok(workerApprove, { lane: 'login' }, eve);
    expect(await since(eve)).toMatchObject({ from: second, files: [] });
    expect((await since()).from).toBe(first);
    expect(await repo.ok(laneMarkReviewed, { lane: 'L-1' }, person)).toEqual({ lane: 'login', commit: second });
    expect((await since()).files).toEqual([]);
    expect(await repo.ok(laneMarkReviewed, { lane: 'L-1', commit: first.slice(0, 9) }, person)).toEqual({
      lane: 'login',
      commit: first,
    });
    expect((await since()).from).toBe(first);
  });

  it('is of the commit that was looked at, where another one was submitted by then', async () => {
    const seen = repo.gitIn(lane, 'rev-parse', 'HEAD');
    commit('Second', { 'b.txt': lines('one', '2', 'three') });
    await repo.ok(workerDone, { lane: 'login' });
    await repo.ok(workerRequestChanges, { lane: 'login', message: 'Name it', commit: seen }, person);
    expect((await since()).files.map(({ path }) => path)).toEqual(['b.txt']);
  });

  it('has what is not committed, unless only what is committed is wanted', async () => {
    await repo.ok(laneMarkReviewed, { lane: 'login' }, person);
    writeFileSync(join(lane.worktreePath, 'c.txt'), lines('1', '2', '3', '4'));
    const all = await repo.ok(laneChanges, { lane: 'login', sinceReview: true }, person);
    expect(all.files.map(({ path }) => path)).toEqual(['c.txt']);
    expect((await since()).files).toEqual([]);
  });

  it('leaves out what others did on the base that the lane was rebased onto', async () => {
    const { commit: reviewed } = await repo.ok(laneMarkReviewed, { lane: 'login' }, person);
    commit('Second', { 'c.txt': lines('1', '2', 'three') });
    commitToMain({
      'a.txt': lines('1', '2', '3', '4', '5', '6', '7', '8', 'nine'),
      'elsewhere.txt': 'not theirs\n',
    });
    repo.gitIn(lane, 'rebase', '-q', 'main');
    const { from, head, files } = await since();
    expect(files.map(({ path, kind }) => [path, kind])).toEqual([['c.txt', 'edit']]);
    expect(head).toBe(repo.gitIn(lane, 'rev-parse', 'HEAD'));
    // What was reviewed, where the lane begins now.
    expect(show(`${from}:a.txt`)).toBe('1\ntwo\n3\n4\n5\n6\n7\n8\nnine');
    expect(show(`${from}:c.txt`)).toBe('1\n2\n3');
    expect(repo.git('rev-parse', `${from}^1`, `${from}^2`).split('\n')).toEqual([
      repo.git('rev-parse', 'main'),
      reviewed,
    ]);
    // The same commit each time: an open diff stays what it is.
    expect((await since()).from).toBe(from);
  });

  it('leaves out what was merged from the base', async () => {
    await repo.ok(laneMarkReviewed, { lane: 'login' }, person);
    commitToMain({ 'elsewhere.txt': 'not theirs\n' });
    repo.gitIn(lane, 'merge', '-q', '--no-edit', 'main');
    expect((await since()).files).toEqual([]);
    commit('Second', { 'b.txt': lines('one', '2', 'three') });
    expect((await since()).files.map(({ path }) => path)).toEqual(['b.txt']);
  });

  it('is what an amended commit has in place of the one that was reviewed', async () => {
    await repo.ok(laneMarkReviewed, { lane: 'login' }, person);
    writeFileSync(join(lane.worktreePath, 'b.txt'), lines('1', '2', '3'));
    repo.gitIn(lane, 'commit', '-q', '--all', '--amend', '-m', 'First again');
    const { from, files } = await since();
    expect(files.map(({ path, kind }) => [path, kind])).toEqual([['b.txt', 'edit']]);
    expect(show(`${from}:b.txt`)).toBe('one\n2\n3');
  });

  it('compares a file with the base where what was reviewed conflicts with that', async () => {
    commit('Add', { 'new.txt': 'ours\n' });
    await repo.ok(laneMarkReviewed, { lane: 'login' }, person);
    commitToMain({ 'b.txt': lines('uno', '2', '3'), 'new.txt': 'theirs\n', 'elsewhere.txt': 'not theirs\n' });
    repo.gitIn(lane, 'reset', '-q', '--hard', 'main');
    const head = commit('All again', {
      'a.txt': lines('1', 'two', '3', '4', '5', '6', '7', '8', '9'),
      'b.txt': lines('uno!', '2', '3'),
      'new.txt': 'both\n',
    });
    const { from, files } = await since();
    expect(files).toEqual([
      { path: 'b.txt', kind: 'edit', group: 'other', blob: repo.git('rev-parse', `${head}:b.txt`), againstBase: true },
      {
        path: 'new.txt',
        kind: 'edit',
        group: 'other',
        blob: repo.git('rev-parse', `${head}:new.txt`),
        againstBase: true,
      },
    ]);
    expect([show(`${from}:b.txt`), show(`${from}:new.txt`)]).toEqual(['uno\n2\n3', 'theirs']);
  });

  it('shows a file that the base has deleted as new, where the lane kept it', async () => {
    await repo.ok(laneMarkReviewed, { lane: 'login' }, person);
    repo.git('rm', '-q', 'b.txt');
    commitToMain({});
    repo.gitIn(lane, 'reset', '-q', '--hard', 'main');
    commit('All again', {
      'a.txt': lines('1', 'two', '3', '4', '5', '6', '7', '8', '9'),
      'b.txt': lines('one', '2', '3'),
    });
    const { files } = await since();
    expect(files.map(({ path, kind, againstBase }) => [path, kind, againstBase])).toEqual([['b.txt', 'add', true]]);
  });

  it('is kept over a rebase and git gc, and forgotten with the lane', async () => {
    const { commit: reviewed } = await repo.ok(laneMarkReviewed, { lane: 'login' }, person);
    const odd = { ...person, name: '../../Ünal “O..”.lock' };
    await repo.ok(laneMarkReviewed, { lane: 'login' }, odd);
    commitToMain({ 'elsewhere.txt': 'not theirs\n' });
    repo.gitIn(lane, 'rebase', '-q', 'main');
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('gc', '-q', '--prune=now');
    expect(reviews()).toEqual([
      `refs/stateroom/reviewed/login/ada-99a563ab ${reviewed}`,
      `refs/stateroom/reviewed/login/nal-o-lock-f81bd2c4 ${reviewed}`,
    ]);
    expect((await since()).files).toEqual([]);
    expect((await since(odd)).files).toEqual([]);
    await repo.ok(laneClose, { lane: 'login' }, person);
    expect(reviews()).toEqual([]);
    // A commit that the review alone led to is in the backup.
    const [rescue = ''] = repo.git('for-each-ref', '--format=%(refname)', 'refs/stateroom/rescue').split('\n');
    expect(rescue).not.toBe('');
    expect(await repo.refused(laneMarkReviewed, { lane: 'login' }, person)).toMatchObject({ code: 'not_found' });
  });

  it('backs up a commit that a review alone leads to, before the review is forgotten', async () => {
    const { commit: reviewed } = await repo.ok(laneMarkReviewed, { lane: 'login' }, person);
    // Twice: git keeps where HEAD was before the last one.
    for (const _ of [1, 2]) repo.gitIn(lane, 'reset', '-q', '--hard', 'main');
    await repo.ok(laneClose, { lane: 'login' }, person);
    expect(reviews()).toEqual([]);
    const [rescue = ''] = repo.git('for-each-ref', '--format=%(refname)', 'refs/stateroom/rescue').split('\n');
    expect(repo.git('rev-list', rescue).split('\n')).toContain(reviewed);
  });

  it('is forgotten after a merge', async () => {
    await repo.ok(workerDone, { lane: 'login' });
    await repo.ok(workerApprove, { lane: 'login' }, person);
    expect(reviews()).toHaveLength(1);
    await repo.ok(workerMerge, { lane: 'login' }, person);
    expect(reviews()).toEqual([]);
  });
});
