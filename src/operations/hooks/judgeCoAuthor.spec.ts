import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { eventsTail } from '../events/eventsTail.js';
import { queueAdd } from '../queue/queueAdd.js';
import { reviewRecord } from '../review/reviewRecord.js';
import { reviewStart } from '../review/reviewStart.js';
import { hooksRun } from './hooksRun.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
  repo.commit('Agree', { '.stateroom/config.json': '{"review":{"coAuthored":true}}' });
});
afterEach(() => repo.close());

const trailer = 'Co-Authored-By: Claude <noreply@anthropic.com>';
const names = 'stateroom: this commit names Claude as co-author, so what is staged must be reviewed first.';
const step = '  Review it (git diff --staged), then record it: stateroom review record pass --kind staged';
const override =
  'To override this once, set STATEROOM_OVERRIDE in a terminal to a reason of at least 10 characters. It is recorded.';
const refusedBecause = (cause: string, next = step) => ({ allowed: false, lines: [`${names} ${cause}`, next] });
const passed = { allowed: true, lines: [] };

function stage(path: string, text: string): void {
  repo.write(path, text);
  repo.git('add', path);
}

/** What git's commit-msg hook asks. */
async function judge(trailers = trailer, own = false) {
  const input = `${repo.git('write-tree')}\n${trailers}\n`;
  const { allowed, lines } = await repo.ok(hooksRun, { hook: 'commit-msg', input, own });
  return { allowed, lines };
}

async function commit(): Promise<string> {
  repo.git('commit', '-q', '-m', 'Change');
  await repo.ok(hooksRun, { hook: 'post-commit', input: `${repo.git('rev-parse', 'HEAD^{tree}')}\n` });
  return repo.git('rev-parse', 'HEAD').slice(0, 10);
}

const record = (verdict: 'pass' | 'fail') => repo.ok(reviewRecord, { verdict, kind: 'staged' }, person);

it('asks for a review of exactly what is staged, which one commit uses', async () => {
  await repo.ok(queueAdd, { title: 'x' });
  stage('a.txt', 'one\n');
  repo.write('unstaged.txt', 'x\n');
  expect(await judge()).toEqual(refusedBecause('It has no review.'));
  // A person reads how to override it, which agents are not handed.
  const input = `${repo.git('write-tree')}\n${trailer}\n`;
  const { lines } = await repo.ok(hooksRun, { hook: 'commit-msg', input }, person);
  expect(lines).toEqual([...refusedBecause('It has no review.').lines, override]);
  expect(await judge('Co-authored-by: Ann <ann@b.example>')).toEqual(passed);
  const { run } = await record('pass');
  expect(run).toMatchObject({ ref: 'V-1', mode: 'branch', subjectKind: 'other', task: null, stale: false });
  expect(run.subject).toBe(`staged:${repo.git('write-tree').slice(0, 12)}`);
  expect(await judge()).toEqual(passed);
  stage('a.txt', 'two\n');
  const other = 'V-1 passed other content: something was staged or unstaged since.';
  expect(await judge()).toEqual(refusedBecause(other));
  stage('a.txt', 'one\n');
  // Judging uses nothing: a commit that failed is repeated.
  expect(await judge()).toEqual(passed);
  const used = await commit();
  stage('a.txt', 'two\n');
  await commit();
  stage('a.txt', 'one\n');
  expect(await judge()).toEqual(refusedBecause(`V-1 was used for commit ${used}.`));
  const { events } = await repo.ok(eventsTail, { type: 'review_used' });
  expect(events.map(({ payload }) => payload)).toEqual([{ run: 'V-1', commit: repo.git('rev-parse', 'HEAD^') }]);
});

it('asks for none of what is picked or reverted, as long as nothing else is staged', async () => {
  await repo.ok(queueAdd, { title: 'x' });
  repo.commit('One', { 'a.txt': 'one\n' });
  repo.git('revert', '--no-commit', 'HEAD');
  expect(await judge()).toEqual(passed);
  stage('b.txt', 'more\n');
  expect(await judge()).toEqual(refusedBecause('It has no review.'));
});

it('counts a review for an hour, and the last verdict of its reviewer', async () => {
  stage('a.txt', 'one\n');
  await record('pass');
  repo.now += 3_600_000;
  expect(await judge()).toEqual(passed);
  repo.now += 1;
  expect(await judge()).toEqual(refusedBecause('V-1 is more than an hour old.'));
  await record('fail');
  expect(await judge()).toEqual(refusedBecause('The verdict of V-2 is fail.'));
  const { run } = await repo.ok(reviewStart, { kind: 'staged' }, person);
  await repo.ok(reviewRecord, { verdict: 'pass', run: run.ref }, person);
  expect(await judge()).toEqual(passed);
});

it('asks for another reviewer where the repository does', async () => {
  repo.commit('Agree', { '.stateroom/config.json': '{"review":{"coAuthored":true,"independent":true}}' });
  stage('a.txt', 'one\n');
  await repo.ok(reviewRecord, { verdict: 'pass', kind: 'staged' });
  const ask = '  Ask a person or another agent to review it: stateroom review record pass --kind staged';
  expect(await judge()).toEqual(refusedBecause('An author of the work recorded V-1.', ask));
  await record('pass');
  expect(await judge()).toEqual(passed);
});

it('applies as the base branch has it, also to what Stateroom commits outside of lanes', async () => {
  await repo.ok(queueAdd, { title: 'x' });
  repo.git('switch', '-q', '-c', 'lifted');
  repo.commit('Lift', { '.stateroom/config.json': '{}' });
  stage('a.txt', 'one\n');
  expect(await judge()).toEqual(refusedBecause('It has no review.'));
  expect(await judge(trailer, true)).toEqual(refusedBecause('It has no review.'));
});

it('leaves what Stateroom commits in a lane to the review of the lane', async () => {
  const lanes = new LaneTestRepository();
  try {
    lanes.commit('Agree', { '.stateroom/config.json': '{"review":{"coAuthored":true}}' });
    lanes.git('push', '-q', 'origin', 'main');
    lanes.place = (await lanes.spawn('login')).worktreePath;
    const input = `${'1'.repeat(40)}\n${trailer}\n`;
    expect(await lanes.ok(hooksRun, { hook: 'commit-msg', input, own: true })).toMatchObject(passed);
    expect(await lanes.ok(hooksRun, { hook: 'commit-msg', input })).toMatchObject({ allowed: false });
  } finally {
    lanes.close();
  }
});

it('is off by default, in a merge, and where it cannot tell', async () => {
  stage('a.txt', 'one\n');
  const noStore = 'stateroom: not checked: this repository has no store.';
  expect(await judge()).toEqual({ allowed: true, lines: [noStore] });
  await repo.ok(queueAdd, { title: 'x' });
  await commit();
  repo.git('switch', '-q', '-c', 'other', 'HEAD^');
  repo.commit('Other', { 'b.txt': 'x\n' });
  repo.git('merge', '-q', '--no-commit', '--no-ff', 'main');
  expect(await judge()).toEqual(passed);
  repo.git('commit', '-q', '-m', 'Merge');
  repo.git('switch', '-q', 'main');
  repo.commit('Break', { '.stateroom/config.json': '{"review":{"coAuthored":"yes"}}' });
  stage('a.txt', 'two\n');
  expect(await judge()).toEqual({ allowed: true, lines: [expect.stringMatching(/^stateroom: not checked: /)] });
  repo.commit('Leave out', { '.stateroom/config.json': '{}' });
  stage('a.txt', 'three\n');
  expect(await judge()).toEqual(passed);
});

it('refuses a subject beside what is staged, an index without changes, and one with conflicts', async () => {
  repo.write('README.md', 'unstaged\n');
  expect(await repo.refused(reviewRecord, { verdict: 'pass', kind: 'staged' })).toMatchObject({
    code: 'invalid_input',
    message: 'Nothing is staged.',
  });
  repo.git('restore', 'README.md');
  expect(await repo.refused(reviewStart, { kind: 'staged', subject: 'main' })).toMatchObject({
    code: 'invalid_input',
    message: 'A review of staged changes takes no subject.',
  });
  repo.git('switch', '-q', '-c', 'other');
  repo.commit('Other', { 'README.md': 'x\n' });
  repo.git('switch', '-q', 'main');
  repo.commit('Main', { 'README.md': 'y\n' });
  expect(() => repo.git('merge', '-q', 'other')).toThrow();
  expect(await repo.refused(reviewStart, { kind: 'staged' })).toMatchObject({
    message: 'The index has unmerged paths, so there is no tree to review.',
  });
});
