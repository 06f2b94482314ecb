import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { otherAgent, person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { findingRecord } from '../finding/findingRecord.js';
import { workerSpawn } from '../lane/worker/workerSpawn.js';
import { workerStart } from '../lane/worker/workerStart.js';
import { reviewList } from './reviewList.js';
import { reviewRecord } from './reviewRecord.js';
import { reviewRequestChanges } from './reviewRequestChanges.js';
import { reviewStart } from './reviewStart.js';

let repo: LaneTestRepository;
let lane: Lane;
let review: Lane;

beforeEach(async () => {
  repo = new LaneTestRepository();
  await repo.add('Limit the rate of logins');
  lane = await repo.spawn('W-1');
  await repo.ok(workerStart, { lane: lane.lane });
  work('one\n');
  review = await repo.ok(workerSpawn, { lane: lane.lane, kind: 'review' }, person);
  repo.place = review.worktreePath;
});

afterEach(() => repo.close());

/** Commits a text of the file in the lane; its id. */
function work(text: string): string {
  writeFileSync(join(lane.worktreePath, 'new.txt'), text);
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', `Write ${text.trim()}`);
  return repo.gitIn(lane, 'rev-parse', 'HEAD').trim();
}

const inReview = () => readFileSync(join(review.worktreePath, 'new.txt'), 'utf8');
const runs = async () =>
  (await repo.ok(reviewList, {}, person)).runs.map(({ ref, status, verdict, commit }) => [
    ref,
    status,
    verdict,
    commit,
  ]);

describe('the worktree of a review lane', () => {
  it('is at the head that is judged once a review of it starts, and keeps what is not committed', async () => {
    writeFileSync(join(review.worktreePath, 'notes.txt'), 'Per user?\n');
    const head = work('two\n');
    expect((await repo.ok(reviewStart, {}, otherAgent)).run).toMatchObject({ ref: 'V-1', commit: head });
    expect(inReview()).toBe('two\n');
    expect(repo.gitIn(review, 'status', '--porcelain')).toBe('?? notes.txt');
    expect(repo.gitIn(review, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe(review.branch);
  });

  it('is brought there after a rebase, and when the lane is asked for again', async () => {
    await repo.ok(reviewStart, {}, otherAgent);
    repo.gitIn(lane, 'commit', '-q', '--amend', '-m', 'Write it otherwise');
    work('two\n');
    await repo.ok(reviewStart, {}, otherAgent);
    expect(inReview()).toBe('two\n');
    work('three\n');
    expect(await repo.ok(workerSpawn, { lane: lane.lane, kind: 'review' }, person)).toMatchObject({ made: false });
    expect(inReview()).toBe('three\n');
  });

  it('stays where its own changes would be lost, and the review does not start', async () => {
    writeFileSync(join(review.worktreePath, 'new.txt'), 'mine\n');
    const here = repo.gitIn(review, 'rev-parse', 'HEAD').slice(0, 10);
    const head = work('two\n').slice(0, 10);
    expect(await repo.refused(reviewStart, {}, otherAgent)).toMatchObject({
      code: 'conflict',
      message: `L-2 has commits or changes of its own at ${here}, so ${review.worktreePath} cannot be brought to ${lane.branch} at ${head}.`,
      hint: `Commit them on another branch, or merge ${lane.branch} here with git, then start the review again.`,
    });
    expect(inReview()).toBe('mine\n');
    expect(await runs()).toEqual([]);
  });

  it('with another branch checked out is left alone, and the review does not start', async () => {
    repo.gitIn(review, 'switch', '-q', '-c', 'elsewhere');
    const before = repo.gitIn(review, 'rev-parse', 'HEAD');
    work('two\n');
    const refusal = {
      code: 'transition_not_allowed',
      message: `elsewhere is checked out in ${review.worktreePath}, but L-2 (w1-limit-the-rate-review) is on ${review.branch}.`,
      hint: `Run git switch ${review.branch} there, then start the review again.`,
    };
    expect(await repo.refused(reviewStart, {}, otherAgent)).toMatchObject(refusal);
    expect(await repo.refused(workerSpawn, { lane: lane.lane, kind: 'review' }, person)).toMatchObject(refusal);
    repo.gitIn(review, 'switch', '-q', '--detach');
    expect(await repo.refused(reviewStart, {}, otherAgent)).toMatchObject({ code: 'transition_not_allowed' });
    expect(repo.gitIn(review, 'rev-parse', 'elsewhere', 'HEAD')).toBe(`${before}\n${before}`);
    expect(await runs()).toEqual([]);
    repo.gitIn(review, 'switch', '-q', review.branch);
    await repo.ok(reviewStart, {}, otherAgent);
    expect(inReview()).toBe('two\n');
  });

  it('with commits of its own on top of the head is judged as it is', async () => {
    writeFileSync(join(review.worktreePath, 'test.txt'), 'a test\n');
    repo.gitIn(review, 'add', '--all');
    repo.gitIn(review, 'commit', '-q', '-m', 'Try it');
    const own = repo.gitIn(review, 'rev-parse', 'HEAD');
    await repo.ok(reviewStart, {}, otherAgent);
    expect(repo.gitIn(review, 'rev-parse', 'HEAD')).toBe(own);
    await repo.ok(reviewRecord, { verdict: 'pass' }, otherAgent);
    work('two\n');
    expect(await repo.refused(reviewStart, {}, otherAgent)).toMatchObject({ code: 'conflict' });
    expect(repo.gitIn(review, 'rev-parse', 'HEAD')).toBe(own);
  });

  it('that lacks the head gives no verdict on it, with or without a run', async () => {
    const here = repo.gitIn(review, 'rev-parse', 'HEAD').slice(0, 10);
    const head = work('two\n').slice(0, 10);
    const refusal = {
      code: 'stale',
      message: `L-2 is at ${here} and does not have ${lane.branch} at ${head}, which would be judged.`,
      hint: 'Start the review again: that brings this worktree up to date. Then read the new changes.',
      next: [{ operation: 'review.start', input: {} }],
    };
    expect(await repo.refused(reviewRecord, { verdict: 'pass' }, otherAgent)).toMatchObject(refusal);
    expect(await repo.refused(reviewRequestChanges, { comment: 'Per user' }, otherAgent)).toMatchObject(refusal);
    repo.place = repo.repository;
    await repo.ok(reviewStart, { subject: 'L-1' }, otherAgent);
    repo.place = review.worktreePath;
    expect(await repo.refused(reviewRecord, { verdict: 'pass', run: 'V-1' }, otherAgent)).toMatchObject(refusal);
  });
});

describe('a review that was started and has no verdict', () => {
  it('ends with a verdict or a request that names no run', async () => {
    const head = repo.gitIn(lane, 'rev-parse', 'HEAD');
    await repo.ok(reviewStart, {}, otherAgent);
    await repo.ok(reviewRecord, { verdict: 'pass' }, otherAgent);
    await repo.ok(reviewStart, {}, otherAgent);
    await repo.ok(reviewRequestChanges, { comment: 'Per user' }, otherAgent);
    expect(await runs()).toEqual([
      ['V-2', 'recorded', 'fail', head],
      ['V-1', 'recorded', 'pass', head],
    ]);
  });

  it('is the same one when it is started again, at the present commit, with its findings', async () => {
    await repo.ok(reviewStart, {}, otherAgent);
    expect((await repo.ok(reviewStart, {}, otherAgent)).run.ref).toBe('V-1');
    const remark = { severity: 'high', path: 'new.txt', line: '1', text: 'No limit', run: 'V-1' } as const;
    await repo.ok(findingRecord, remark, otherAgent);
    const head = work('two\n');
    await repo.ok(reviewStart, {}, otherAgent);
    expect(await runs()).toEqual([['V-1', 'started', null, head]]);
    expect(await repo.refused(reviewRecord, { verdict: 'pass' }, otherAgent)).toMatchObject({
      message: 'V-1 cannot pass: F-1 is still open.',
    });
  });

  it('does not take a verdict without a run on what came later', async () => {
    repo.place = repo.repository;
    await repo.ok(reviewStart, { subject: 'L-1' }, otherAgent);
    const head = work('two\n');
    expect(await repo.refused(reviewRecord, { verdict: 'pass', subject: 'L-1' }, otherAgent)).toMatchObject({
      code: 'stale',
      message: `${lane.branch} has changed since V-1 began.`,
      hint: 'Start the review again for the present version, or name the run.',
      next: [{ operation: 'review.start', input: { subject: lane.branch } }],
    });
    // Another reviewer's review is not affected.
    expect((await repo.ok(reviewRecord, { verdict: 'pass', subject: 'L-1' }, person)).run).toMatchObject({
      ref: 'V-2',
      commit: head,
    });
    expect((await repo.ok(reviewRecord, { verdict: 'pass', run: 'V-1' }, otherAgent)).run.ref).toBe('V-1');
  });

  it('is of its session, and not of another agent', async () => {
    await repo.ok(reviewStart, {}, { ...otherAgent, session: 'one' });
    expect((await repo.ok(reviewStart, {}, { ...otherAgent, session: 'another' })).run.ref).toBe('V-2');
    expect((await repo.ok(reviewStart, {}, { ...person, name: 'Sam' })).run.ref).toBe('V-3');
    expect((await repo.ok(reviewRecord, { verdict: 'fail' }, { ...otherAgent, session: 'one' })).run.ref).toBe('V-1');
  });
});
