import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { actionAdd } from '../action/actionAdd.js';
import { actionList } from '../action/actionList.js';
import { findingDefer } from '../finding/findingDefer.js';
import { findingList } from '../finding/findingList.js';
import { findingRecord } from '../finding/findingRecord.js';
import { findingRecordMany } from '../finding/findingRecordMany.js';
import { findingSupersede } from '../finding/findingSupersede.js';
import { findingWontfix } from '../finding/findingWontfix.js';
import { invoke } from '../invoke.js';
import type { Operation } from '../operation.js';
import { reviewRecord } from '../review/reviewRecord.js';
import { reviewRequestChanges } from '../review/reviewRequestChanges.js';
import { reviewStart } from '../review/reviewStart.js';
import { reviewSubmit } from '../review/reviewSubmit.js';
import { taskContext } from '../task/taskContext.js';
import { taskStart } from '../task/taskStart.js';
import { laneAdoptable } from './laneAdoptable.js';
import { laneClose } from './laneClose.js';
import { laneNeedsYou } from './laneNeedsYou.js';
import { laneRepair } from './laneRepair.js';
import { laneShow } from './laneShow.js';
import { messageList } from './message/messageList.js';
import { workerApprove } from './worker/workerApprove.js';
import { workerDone } from './worker/workerDone.js';
import { workerFail } from './worker/workerFail.js';
import { workerMerge } from './worker/workerMerge.js';
import { workerRequestChanges } from './worker/workerRequestChanges.js';
import { workerRetry } from './worker/workerRetry.js';
import { workerSpawn } from './worker/workerSpawn.js';
import { workerStart } from './worker/workerStart.js';

let repo: LaneTestRepository;
let lane: Lane;
let ownTask: string;

const remark = { severity: 'high', path: 'new.txt', line: '1', text: 'No limit' } as const;

beforeEach(async () => {
  repo = new LaneTestRepository();
  await repo.add('Limit the rate of logins');
  lane = await repo.spawn('W-1');
  await repo.ok(workerStart, { lane: lane.lane });
  writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', 'Limit');
  await repo.task('t9-reviews', { branch: 'main', created_by: 'claude' });
  ownTask = 'T-1';
});

afterEach(() => repo.close());

async function reviewLane(): Promise<Lane> {
  return repo.ok(workerSpawn, { lane: lane.lane, kind: 'review' }, person);
}

it('an agent that reviews from a review lane leaves its findings and its verdict with the lane, not with its own task', async () => {
  const review = await reviewLane();
  repo.place = review.worktreePath;
  const { run } = await repo.ok(reviewStart, {}, otherAgent);
  expect(run).toMatchObject({ ref: 'V-1', subject: lane.branch, task: null });
  const { finding } = await repo.ok(findingRecord, remark, otherAgent);
  expect(finding).toMatchObject({ ref: 'F-1', task: null, branch: lane.branch });
  const verdict = { verdict: 'fail', run: 'V-1', summary: 'It has no limit' } as const;
  expect((await repo.ok(reviewRecord, verdict, otherAgent)).run).toMatchObject({ verdict: 'fail', task: null });
  expect((await repo.ok(findingList, { lane: lane.lane })).findings).toMatchObject([{ ref: 'F-1' }]);
  expect((await repo.ok(findingList, { task: ownTask })).findings).toEqual([]);
  expect((await repo.ok(actionList, { task: ownTask })).actions).toEqual([]);
});

it('the next session in a review lane finds what was recorded there before', async () => {
  repo.place = (await reviewLane()).worktreePath;
  await repo.ok(findingRecord, remark, otherAgent);
  await repo.ok(reviewRecord, { verdict: 'fail', summary: 'It has no limit' }, otherAgent);
  const answer = await invoke(taskContext, repo.context(otherAgent), {});
  if (isRefusal(answer) || 'unchanged' in answer) throw new Error(JSON.stringify(answer));
  expect(answer).toMatchObject({
    lane: { kind: 'review' },
    findings: { open: { high: 1 }, first: [{ ref: 'F-1', place: 'new.txt:1' }] },
    verdicts: [{ ref: 'V-1', verdict: 'fail', by: 'claude' }],
  });
});

it('its author finds the verdict and the finding with file and line in the first answer', async () => {
  await repo.ok(reviewStart, { subject: 'L-1' }, otherAgent);
  const review = await reviewLane();
  repo.place = review.worktreePath;
  await repo.ok(findingRecord, { ...remark, run: 'V-1' }, otherAgent);
  await repo.ok(reviewRecord, { verdict: 'fail', run: 'V-1', summary: 'It has no limit' }, otherAgent);
  repo.place = lane.worktreePath;
  const answer = await invoke(taskContext, repo.context(agent), {});
  if (isRefusal(answer) || 'unchanged' in answer) throw new Error(JSON.stringify(answer));
  expect(answer).toMatchObject({
    item: { ref: 'W-1', title: 'Limit the rate of logins' },
    verdicts: [{ ref: 'V-1', verdict: 'fail', by: 'claude', summary: 'It has no limit' }],
    findings: { first: [{ ref: 'F-1', severity: 'high', place: 'new.txt:1', text: 'No limit' }] },
  });
});

it('once the lane has a task, both are with that task', async () => {
  repo.place = lane.worktreePath;
  expect((await repo.ok(actionAdd, { text: 'Tell the users' })).action).toMatchObject({ task: 'T-2' });
  const review = await reviewLane();
  repo.place = review.worktreePath;
  expect((await repo.ok(reviewStart, {}, otherAgent)).run).toMatchObject({ subject: lane.branch, task: 'T-2' });
  expect((await repo.ok(findingRecord, remark, otherAgent)).finding).toMatchObject({ task: 'T-2' });
  await repo.ok(reviewRecord, { verdict: 'fail', run: 'V-1', summary: 'It has no limit' }, otherAgent);
  expect((await repo.ok(findingList, { task: 'T-2' })).findings).toMatchObject([{ ref: 'F-1' }]);
  expect((await repo.ok(actionList, { task: ownTask })).actions).toEqual([]);
});

it('in a review lane, is told to review and not to submit', async () => {
  const review = await reviewLane();
  repo.place = review.worktreePath;
  const answer = await invoke(taskContext, repo.context(otherAgent), {});
  expect(answer).toMatchObject({
    task: null,
    hint: 'This worktree is a lane for a review: findings and the verdict go to the lane that is reviewed.',
    next: 'Review the lane: record what you find as findings, then a verdict. Nothing is submitted from here.',
    lane: { kind: 'review' },
  });
});

it('from elsewhere, leaves a finding of its run on the branch of the lane; L-2 of the review lane is the reviewed one', async () => {
  await reviewLane();
  expect((await repo.ok(reviewStart, { subject: 'L-2' }, otherAgent)).run).toMatchObject({ subject: lane.branch });
  const { severity, text } = remark;
  const found = await repo.ok(findingRecord, { severity, path: 'new.txt', text, run: 'V-1' }, otherAgent);
  expect(found.finding).toMatchObject({ branch: lane.branch, task: null });
  expect(await repo.refused(reviewStart, { subject: 'L-9' }, otherAgent)).toMatchObject({ code: 'not_found' });
});

it('tells the author of the verdict, with the findings, until it is acknowledged', async () => {
  const review = await reviewLane();
  repo.place = review.worktreePath;
  await repo.ok(reviewStart, {}, otherAgent);
  await repo.ok(findingRecord, { ...remark, run: 'V-1' }, otherAgent);
  await repo.ok(findingRecord, { ...remark, text: 'No test' }, otherAgent);
  await repo.ok(reviewRecord, { verdict: 'fail', run: 'V-1', summary: 'It has no limit' }, otherAgent);
  const asks = 'claude asks for changes in L-1: F-1, F-2';
  expect((await repo.ok(messageList, { as: lane.lane })).messages).toMatchObject([
    {
      ref: 'M-1',
      kind: 'note',
      from: 'claude',
      to: lane.lane,
      subject: asks,
      text: `${asks}. It has no limit`,
    },
  ]);
  repo.place = lane.worktreePath;
  expect(await repo.ok(taskContext, {}, agent)).toMatchObject({
    messages: [`M-1 from claude: ${asks}. It has no limit`],
  });
  repo.place = review.worktreePath;
  const submit = { verdict: 'pass_with_findings', findings: [{ ...remark, text: 'No log' }] } as const;
  await repo.ok(reviewSubmit, submit, otherAgent);
  await repo.ok(reviewRequestChanges, { comment: 'Per user' }, otherAgent);
  const subjects = (await repo.ok(messageList, { as: lane.lane })).messages.map(({ subject }) => subject);
  expect(subjects.slice(1)).toEqual([
    'claude passes L-1: F-1, F-2, F-3',
    'claude asks for changes in L-1: F-1, F-2, F-3',
  ]);
});

it('tells the author of a submitted lane to make the changes, until the files are others', async () => {
  await repo.ok(workerDone, { lane: lane.lane });
  await repo.ok(reviewRequestChanges, { comment: 'Per user', subject: 'L-1' }, otherAgent);
  repo.place = lane.worktreePath;
  expect(await repo.ok(taskContext, {}, agent)).toMatchObject({
    next: 'V-1 asks for changes. Make them here, commit, then submit it again.',
  });
  writeFileSync(join(lane.worktreePath, 'new.txt'), 'per user\n');
  repo.gitIn(lane, 'commit', '-q', '-a', '-m', 'Limit per user');
  await repo.ok(workerDone, {});
  expect(await repo.ok(taskContext, {}, agent)).toMatchObject({
    next: 'A person reviews it (`worker approve` or `worker request-changes`).',
  });
});

it('tells author and person of a request for changes, also beside new files and after another’s pass', async () => {
  repo.place = lane.worktreePath;
  await repo.ok(workerDone, {});
  repo.place = repo.repository;
  const approval = async () => (await repo.ok(laneNeedsYou, {}, person)).needs.map(({ kind, text }) => [kind, text]);
  expect(await approval()).toEqual([['approval', null]]);
  await repo.ok(reviewRequestChanges, { comment: 'Per user', subject: 'L-1' }, { ...otherAgent, harness: 'claude' });
  const third = { ...otherAgent, name: 'gemini', session: 'third', harness: 'gemini' };
  await repo.ok(reviewRecord, { verdict: 'pass', subject: 'L-1' }, third);
  repo.place = lane.worktreePath;
  writeFileSync(join(lane.worktreePath, 'notes.txt'), 'to do\n');
  expect(await approval()).toEqual([['approval', 'claude requested changes in V-1.']]);
  expect(await repo.ok(taskContext, {}, agent)).toMatchObject({
    next: 'V-1 asks for changes. Make them here, commit, then submit it again.',
  });
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', 'Limit per user');
  await repo.ok(workerDone, {});
  expect(await approval()).toEqual([['approval', null]]);
});

it('tells the author of a submitted lane of an open finding that no gate lets pass', async () => {
  await repo.ok(workerDone, { lane: lane.lane });
  const review = await reviewLane();
  repo.place = review.worktreePath;
  await repo.ok(findingRecord, { ...remark, severity: 'low' }, otherAgent);
  repo.place = lane.worktreePath;
  expect(await repo.ok(taskContext, {}, agent)).toMatchObject({
    next: 'A person reviews it (`worker approve` or `worker request-changes`).',
  });
  repo.place = review.worktreePath;
  await repo.ok(findingRecord, { ...remark, text: 'No test' }, otherAgent);
  repo.place = lane.worktreePath;
  expect(await repo.ok(taskContext, {}, agent)).toMatchObject({
    next: 'F-2 asks for changes. Make them here, commit, then submit it again.',
  });
});

it('tells nobody of a verdict on a branch without a lane', async () => {
  await repo.ok(reviewRecord, { verdict: 'pass', subject: 'main' }, otherAgent);
  expect((await repo.ok(messageList, { as: lane.lane })).messages).toEqual([]);
});

it('an agent cannot review the lane that it works in', async () => {
  const refusal = {
    code: 'not_allowed',
    message: `codex works in L-1 (${lane.lane}) and cannot review it.`,
    hint: 'A person reviews it, or an agent that works elsewhere.',
  };
  expect(await repo.refused(reviewStart, { subject: 'L-1' }, agent)).toMatchObject(refusal);
  for (const named of [{}, { kind: 'branch' } as const]) {
    const pass = { verdict: 'pass', subject: lane.branch, ...named } as const;
    expect(await repo.refused(reviewRecord, pass, agent)).toMatchObject(refusal);
  }
  repo.place = lane.worktreePath;
  expect(await repo.refused(reviewRecord, { verdict: 'pass' }, agent)).toMatchObject(refusal);
  const review = await reviewLane();
  repo.place = review.worktreePath;
  expect(await repo.refused(reviewRecord, { verdict: 'pass' }, agent)).toMatchObject(refusal);
});

it('an agent that may not approve is told to record a review instead, unless it works there', async () => {
  const request = { lane: lane.lane, message: 'Per user' };
  expect(await repo.refused(workerRequestChanges, request, otherAgent)).toMatchObject({
    code: 'not_allowed',
    next: [{ operation: 'review.start', input: { subject: 'L-1' } }],
  });
  expect((await repo.refused(workerRequestChanges, request, agent)).next).toBeUndefined();
});

it('a review that is started again goes to the named task', async () => {
  expect((await repo.ok(reviewStart, { subject: 'L-1' }, otherAgent)).run).toMatchObject({ ref: 'V-1', task: null });
  const named = { subject: 'L-1', task: ownTask };
  expect((await repo.ok(reviewStart, named, otherAgent)).run).toMatchObject({ ref: 'V-1', task: 'T-1' });
  expect((await repo.ok(reviewStart, { subject: 'L-1' }, otherAgent)).run).toMatchObject({ ref: 'V-1', task: 'T-1' });
});

it('an agent is not told to review a lane in which nobody has begun', async () => {
  const fresh = await repo.spawn('fresh');
  const refused = await repo.refused(workerApprove, { lane: fresh.lane }, otherAgent);
  expect([refused.code, refused.next]).toEqual(['not_allowed', undefined]);
});

it('takes lines from the reviewed commit, also of a file that is not where the reviewer is', async () => {
  await repo.ok(reviewStart, { subject: 'L-1' }, otherAgent);
  const found = { path: 'new.txt', text: 'No limit' };
  await repo.ok(findingRecord, { ...remark, run: 'V-1' }, otherAgent);
  const many = { run: 'V-1', findings: [{ ...remark, text: 'No test' }] };
  await repo.ok(findingRecordMany, many, otherAgent);
  const submit = { verdict: 'fail', subject: 'L-1', findings: [{ ...remark, text: 'No log' }] } as const;
  await repo.ok(reviewSubmit, submit, otherAgent);
  const { findings } = await repo.ok(findingList, { lane: lane.lane });
  const commit = repo.gitIn(lane, 'rev-parse', 'HEAD').trim();
  expect(findings.map(({ text, branch, commit: at }) => [text, branch, at])).toEqual(
    ['No limit', 'No test', 'No log'].map(text => [text, lane.branch, commit]),
  );
  expect(findings[0]).toMatchObject(found);
  const past = { ...remark, line: '2', run: 'V-1' };
  expect(await repo.refused(findingRecord, past, otherAgent)).toMatchObject({
    message: 'Line 2 not found; new.txt has 1 line.',
  });
});

/** The next act that `load_session` names in the review lane, and its call. */
async function nextInReview(review: Lane): Promise<string> {
  repo.place = review.worktreePath;
  const answer = await repo.ok(taskContext, {}, otherAgent);
  repo.place = repo.repository;
  if ('unchanged' in answer) throw new Error('nothing was read');
  return String(answer.next);
}

it('after a verdict on the present commit, is told to wait or to take other work until there is a new one', async () => {
  const toReview = /^Review the lane: record what you find as findings, then a verdict\./;
  const review = await reviewLane();
  expect(await nextInReview(review)).toMatch(toReview);
  repo.place = review.worktreePath;
  await repo.ok(reviewRecord, { verdict: 'pass', summary: 'Good' }, otherAgent);
  expect(await nextInReview(review)).toBe(
    'V-1 is the verdict on the present commit. Wait for new commits, or take other work.',
  );
  repo.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'More');
  expect(await nextInReview(review)).toMatch(toReview);
});

describe('a review lane ends with the lane that it reviews', () => {
  const ended = {
    status: 'closed',
    closeReason: 'cancelled',
    worker: { state: 'FAILED', cancelled: true, reason: 'The lane that it reviews has ended.' },
  };
  const done = {
    status: 'closed',
    closeReason: 'finished',
    worker: { state: 'COMPLETED', cancelled: false, reason: 'The lane that it reviews has ended. V-1: pass.' },
  };

  /** Gives a verdict in the review lane and merges the reviewed lane, both with the person in the main worktree. */
  async function passAndMerge(review: Lane): Promise<void> {
    repo.place = review.worktreePath;
    await repo.ok(reviewRecord, { verdict: 'pass' }, otherAgent);
    repo.place = repo.repository;
    await repo.ok(workerDone, { lane: lane.lane });
    await repo.ok(workerApprove, { lane: lane.lane }, person);
    await repo.ok(workerMerge, { lane: lane.lane }, person);
  }

  it('as done, with its verdict', async () => {
    const review = await reviewLane();
    await passAndMerge(review);
    expect(await repo.ok(laneShow, { lane: review.lane }, person)).toMatchObject(done);
    expect(existsSync(review.worktreePath)).toBe(false);
  });

  it('and tells an agent that is left in it what to do, until its worktree is free and goes', async () => {
    const review = await reviewLane();
    const reviewer = spawn('sleep', ['60'], { cwd: review.worktreePath, stdio: 'ignore' });
    const exited = new Promise(resolve => reviewer.once('exit', resolve));
    await passAndMerge(review);
    await repo.ok(taskStart, { objective: 'Another task' }, agent);
    expect((await repo.ok(laneAdoptable, {}, person)).trees.map(({ branch }) => branch)).not.toContain(review.branch);
    await repo.add('Cache the cart');
    repo.place = review.worktreePath;
    const told = await repo.ok(taskContext, {}, { ...otherAgent, name: 'reviewer' });
    expect(told).toMatchObject({
      hint: 'L-2 (w1-limit-the-rate-review): The lane that it reviews has ended. V-1: pass. 1 work item is ready: claim the best one.',
    });
    expect(told).toHaveProperty('task', null);
    const over = {
      code: 'transition_not_allowed',
      message: 'L-2 (w1-limit-the-rate-review) has ended with the lane that it reviewed.',
      next: [{ operation: 'queue.next', input: {} }],
    };
    expect(await repo.refused(reviewRecord, { verdict: 'pass' }, otherAgent)).toMatchObject(over);
    expect(await repo.refused(workerDone, { lane: review.lane }, otherAgent)).toMatchObject(over);
    expect(await repo.refused(workerStart, { lane: review.lane }, otherAgent)).toMatchObject({
      message: 'w1-limit-the-rate-review is completed and cannot be started.',
      hint: 'Its work is done. Open a new lane for new work.',
      next: [{ operation: 'queue.next', input: {} }],
    });
    repo.place = repo.repository;
    await repo.ok(laneRepair, {}, person);
    expect(existsSync(review.worktreePath)).toBe(true);
    reviewer.kill();
    await exited;
    writeFileSync(join(review.worktreePath, 'notes.txt'), 'Mine\n');
    await repo.ok(laneRepair, {}, person);
    expect(existsSync(review.worktreePath)).toBe(true);
    rmSync(join(review.worktreePath, 'notes.txt'));
    await repo.ok(laneRepair, {}, person);
    expect(existsSync(review.worktreePath)).toBe(false);
  });

  it('and stays where a person closed it and kept its worktree', async () => {
    const review = await reviewLane();
    await repo.ok(laneClose, { lane: review.lane, leaveTree: true }, person);
    await repo.ok(laneRepair, {}, person);
    expect(existsSync(review.worktreePath)).toBe(true);
  });

  it('at its merge, with worktree and ports, so that the merged branch goes too', async () => {
    const review = await reviewLane();
    await repo.ok(workerDone, { lane: lane.lane });
    await repo.ok(workerApprove, { lane: lane.lane }, person);
    await repo.ok(workerMerge, { lane: lane.lane }, person);
    expect(await repo.ok(laneShow, { lane: review.lane }, person)).toMatchObject({ ...ended, port: null });
    expect(existsSync(review.worktreePath)).toBe(false);
    expect(repo.traces().branches).not.toContain(lane.branch);
  });

  it('at a merge elsewhere', async () => {
    const review = await reviewLane();
    await repo.ok(workerDone, { lane: lane.lane });
    repo.git('merge', '-q', '--no-ff', '-m', 'Merge', lane.branch);
    await repo.ok(laneRepair, {}, person);
    expect(await repo.ok(laneShow, { lane: review.lane }, person)).toMatchObject(ended);
  });

  it('at its close, and keeps what is only in its worktree', async () => {
    const review = await reviewLane();
    writeFileSync(join(review.worktreePath, 'notes.txt'), 'Per user?\n');
    await repo.ok(laneClose, { lane: lane.lane, reason: 'abandoned' }, person);
    expect(await repo.ok(laneShow, { lane: review.lane }, person)).toMatchObject(ended);
    expect(existsSync(review.worktreePath)).toBe(false);
    expect(repo.traces().rescues.filter(ref => ref.includes(review.lane))).toHaveLength(1);
  });

  it('also while a process is in its worktree, which stays', async () => {
    const review = await reviewLane();
    const reviewer = spawn('sleep', ['60'], { cwd: review.worktreePath, stdio: 'ignore' });
    try {
      await repo.ok(laneClose, { lane: lane.lane }, person);
      expect(await repo.ok(laneShow, { lane: review.lane }, person)).toMatchObject(ended);
      expect(existsSync(join(review.worktreePath, 'new.txt'))).toBe(true);
    } finally {
      reviewer.kill();
    }
  });

  it('and not at a retry of that lane, nor at the end of another one', async () => {
    const review = await reviewLane();
    await repo.spawn('cart');
    await repo.ok(laneClose, { lane: 'cart' }, person);
    await repo.ok(workerFail, { lane: lane.lane, reason: 'No key' });
    await repo.ok(workerRetry, { lane: lane.lane }, person);
    expect(await repo.ok(laneShow, { lane: review.lane }, person)).toMatchObject({ status: 'active' });
  });
});

describe('a finding of its reviewer on an approved lane', () => {
  const dismissals = [
    [findingWontfix, { ids: ['F-1'], note: 'Fine' }, 'marked as won’t fix'],
    [findingDefer, { ids: ['F-1'], note: 'Later' }, 'deferred'],
    [findingSupersede, { ids: ['F-1'], by: 'F-2' }, 'superseded'],
  ] as const;

  it.each(dismissals)('is not dismissed by an agent that worked there: %#', async (operation, input, act) => {
    await repo.ok(workerDone, { lane: lane.lane });
    await repo.ok(reviewStart, { subject: 'L-1' }, otherAgent);
    for (const text of ['Spelling', 'A typo'])
      await repo.ok(findingRecord, { severity: 'low', path: 'new.txt', text, run: 'V-1' }, otherAgent);
    await repo.ok(workerApprove, { lane: lane.lane }, person);
    expect(await repo.refused(operation, input, agent)).toMatchObject({
      code: 'not_allowed',
      message: `F-1 “Spelling” was found by claude and cannot be ${act} by codex, who worked in L-1 (${lane.lane}), which is approved.`,
      hint: 'Only its reviewer or a person can decide this. Fix it, or ask them.',
    });
    await repo.ok(operation as Operation, input, otherAgent);
  });

  it('is dismissed by its author with a reason while the lane is in review, when its reviewer can answer', async () => {
    await repo.ok(workerDone, { lane: lane.lane });
    await repo.ok(reviewStart, { subject: 'L-1' }, otherAgent);
    await repo.ok(findingRecord, { severity: 'low', path: 'new.txt', text: 'Spelling', run: 'V-1' }, otherAgent);
    await repo.ok(findingWontfix, { ids: ['F-1'], note: 'It is a name' }, agent);
  });
});
