import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { spoken } from '../../../../test/support/spokenRefusal.js';
import { otherAgent, person } from '../../../../test/support/testRepository.js';
import type { Lane } from '../../../domain/lane/lane.js';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import { endCaller } from '../../../records/presence/presence.js';
import { actionAdd } from '../../action/actionAdd.js';
import { blockerAdd } from '../../blocker/blockerAdd.js';
import { blockerResolve } from '../../blocker/blockerResolve.js';
import { decisionRecord } from '../../decision/decisionRecord.js';
import { evidenceList } from '../../evidence/evidenceList.js';
import { evidenceRun } from '../../evidence/evidenceRun.js';
import { findingList } from '../../finding/findingList.js';
import { findingRecord } from '../../finding/findingRecord.js';
import { findingWontfix } from '../../finding/findingWontfix.js';
import { gateCheck } from '../../gate/gateCheck.js';
import { planRegister } from '../../plan/planRegister.js';
import { reviewList } from '../../review/reviewList.js';
import { reviewRecord } from '../../review/reviewRecord.js';
import { sliceStart } from '../../slice/sliceStart.js';
import { taskArchive } from '../../task/taskArchive.js';
import { taskFinish } from '../../task/taskFinish.js';
import { taskList } from '../../task/taskList.js';
import { taskStart } from '../../task/taskStart.js';
import { taskSwitch } from '../../task/taskSwitch.js';
import { taskUpdate } from '../../task/taskUpdate.js';
import { laneShow } from '../laneShow.js';
import { workerApprove } from './workerApprove.js';
import { workerCancel } from './workerCancel.js';
import { workerDone } from './workerDone.js';
import { workerMerge } from './workerMerge.js';
import { workerRetry } from './workerRetry.js';
import { workerShow } from './workerShow.js';
import { workerSpawn } from './workerSpawn.js';
import { workerStart } from './workerStart.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

describe('the task of a lane', () => {
  it('must be ready for a review before the lane is handed in, and have nothing left to do before it is merged', async () => {
    await repo.task('t1-login', { branch: null });
    const lane = await repo.spawn('T-1');
    expect(lane).toMatchObject({ lane: 't1-login', task: 'T-1', branch: 'feature/t1-login' });
    await repo.ok(workerStart, { lane: 't1-login' });
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    repo.gitIn(lane, 'add', '--all');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Limit');
    const tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
    expect(await repo.refused(workerDone, { lane: 't1-login' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'L-1 (t1-login) was not submitted: No passing evidence for this tree.',
      hint: `Record a passing run of the tests on this tree. Run it in ${lane.worktreePath}.`,
      details: { lane: 't1-login', task: 'T-1', gate: 'review-ready', reasons: [{ code: 'missing_test_evidence' }] },
    });
    expect(await repo.ok(workerShow, { lane: 't1-login' })).toMatchObject({ state: 'WORKING', status: 'active' });
    repo.place = lane.worktreePath;
    await repo.ok(evidenceRun, { command: ['true'], task: 'T-1' });
    repo.place = repo.repository;
    expect(await repo.ok(workerDone, { lane: 't1-login' })).toMatchObject({ state: 'IN_REVIEW' });
    await repo.ok(workerApprove, { lane: 't1-login' }, person);
    const { blocker } = await repo.ok(blockerAdd, { description: 'No key', task: 'T-1' });
    const before = repo.git('for-each-ref');
    expect(await repo.refused(workerMerge, { lane: 't1-login' }, person)).toMatchObject({
      code: 'transition_not_allowed',
      message: 'L-1 (t1-login) was not merged: 1 open blocker: No key',
      details: { task: 'T-1', gate: 'close-check', reasons: [{ code: 'open_blocker' }] },
    });
    expect(repo.git('for-each-ref')).toEqual(before);
    await repo.ok(blockerResolve, { blocker: blocker.ref, resolution: 'Here it is' });
    expect(await repo.ok(workerMerge, { lane: 't1-login' }, person)).toMatchObject({ state: 'COMPLETED' });
    expect(repo.git('rev-parse', 'main^2')).toBe(tip);
  });

  it('is asked by the first of two lanes only whether that is good, and by the last one what is left to do', async () => {
    await repo.task('t1-login', { branch: null });
    const lanes = [await repo.spawn('T-1'), await repo.spawn('T-1', { new: true })];
    for (const [index, lane] of lanes.entries()) {
      await repo.ok(workerStart, { lane: lane.lane });
      writeFileSync(join(lane.worktreePath, `new${index}.txt`), 'new\n');
      repo.gitIn(lane, 'add', '--all');
      repo.gitIn(lane, 'commit', '-q', '-m', 'Limit');
      repo.place = lane.worktreePath;
      await repo.ok(evidenceRun, { command: ['true'], task: 'T-1' });
      repo.place = repo.repository;
      await repo.ok(workerDone, { lane: lane.lane, skipRebase: true });
      await repo.ok(workerApprove, { lane: lane.lane }, person);
    }
    const [first = '', last = ''] = lanes.map(({ lane }) => lane);
    await repo.ok(actionAdd, { text: 'Tell the users', task: 'T-1' });
    expect(await repo.ok(workerMerge, { lane: first }, person)).toMatchObject({ state: 'COMPLETED' });
    expect(await repo.refused(workerMerge, { lane: last }, person)).toMatchObject({
      details: { gate: 'close-check', reasons: [{ code: 'pending_next_action' }] },
    });
  });

  it('says that the branch was rebased where it is refused after that', async () => {
    await repo.task('t1-login', { branch: null });
    const lane = await repo.spawn('T-1');
    await repo.ok(workerStart, { lane: 't1-login' });
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    repo.gitIn(lane, 'add', '--all');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Limit');
    const from = repo.gitIn(lane, 'rev-parse', 'HEAD');
    repo.commit('Meanwhile', { 'base.txt': 'base\n' });
    const refusal = await repo.refused(workerDone, { lane: 't1-login', noFetch: true });
    const to = repo.gitIn(lane, 'rev-parse', 'HEAD');
    expect(repo.gitIn(lane, 'rev-parse', 'HEAD^')).toBe(repo.git('rev-parse', 'main'));
    expect(refusal).toMatchObject({
      message: `L-1 (t1-login) was not submitted: No passing evidence for this tree. feature/t1-login was already rebased from ${from.slice(0, 10)} to ${to.slice(0, 10)} and stays rebased.`,
      hint: `Record a passing run of the tests on this tree. Run it in ${lane.worktreePath}.`,
      details: { gate: 'review-ready', rebased: { from, to } },
    });
    expect(await repo.refused(workerDone, { lane: 't1-login', noFetch: true })).toMatchObject({
      message: 'L-1 (t1-login) was not submitted: No passing evidence for this tree.',
    });
  });
});

describe('a lane that changes its own proof', () => {
  it('says so when it is submitted, shown with its merge, approved and merged', async () => {
    repo.commit('Tests', { 'a.test.ts': "it('works', () => {});\n" });
    await repo.task('t1-login', { branch: null });
    const lane = await repo.spawn('T-1');
    await repo.ok(workerStart, { lane: 't1-login' });
    repo.gitIn(lane, 'rm', '-q', 'a.test.ts');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Make it pass');
    repo.place = lane.worktreePath;
    await repo.ok(evidenceRun, { command: ['true'], task: 'T-1' });
    repo.place = repo.repository;
    const warnings = [{ code: 'removed_tests', about: ['a.test.ts'] }];
    expect(await repo.ok(workerDone, { lane: 't1-login' })).toMatchObject({ repeated: false, warnings });
    expect(await repo.ok(workerDone, { lane: 't1-login' })).toMatchObject({ repeated: true, warnings });
    expect(await repo.ok(laneShow, { lane: 't1-login', merge: true })).toMatchObject({ merge: { warnings } });
    expect(await repo.ok(workerApprove, { lane: 't1-login' }, person)).toMatchObject({ state: 'APPROVED', warnings });
    expect(await repo.ok(workerMerge, { lane: 't1-login' }, person)).toMatchObject({ state: 'COMPLETED', warnings });
  });
});

describe('a call in the worktree of a lane that names no task', () => {
  const remark = { severity: 'low', path: 'README.md', text: 'No full stop' } as const;

  it('is not about the only task there is, where that is not the task of the lane', async () => {
    await repo.task('other', { branch: 'feature/other' });
    const { worktreePath } = await repo.spawn('login');
    repo.place = worktreePath;
    expect((await repo.ok(evidenceRun, { command: ['true'] })).evidence).toMatchObject({
      task: null,
      branch: 'feature/login',
    });
    expect((await repo.ok(findingRecord, remark)).finding).toMatchObject({ task: null, branch: 'feature/login' });
    // It does not hide that a named task does not exist.
    expect(await repo.refused(findingRecord, { ...remark, task: 'T-9' })).toMatchObject({ code: 'not_found' });
    repo.place = repo.repository;
    expect((await repo.ok(evidenceRun, { command: ['true'] })).evidence).toMatchObject({ task: 'T-1' });
    expect((await repo.ok(findingRecord, remark)).finding).toMatchObject({ task: 'T-1' });
  });

  it('is about the task of the lane among several, also on another branch than that of the task', async () => {
    await repo.task('t1-login', { branch: null });
    await repo.task('t2-other', { branch: 'feature/other' });
    await repo.spawn('T-1');
    const { worktreePath, branch } = await repo.spawn('T-1', { new: true });
    expect(branch).toBe('feature/t1-login-2');
    repo.place = worktreePath;
    expect((await repo.ok(evidenceRun, { command: ['true'] })).evidence).toMatchObject({ task: 'T-1' });
    expect((await repo.ok(findingRecord, remark)).finding).toMatchObject({ task: 'T-1' });
  });

  it('refuses a finding elsewhere without a task', async () => {
    await repo.spawn('login');
    expect(await repo.refused(findingRecord, remark)).toMatchObject({
      message: 'No active task.',
      next: [{ operation: 'task.start' }, { operation: 'finding.record', input: { repository: true } }],
    });
  });
});

describe('a lane without a task', () => {
  const remark = { severity: 'high', path: 'README.md', text: 'No limit' } as const;

  function commit(lane: Lane): void {
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    repo.gitIn(lane, 'add', '--all');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Limit');
  }

  async function working(lane: string): Promise<Lane> {
    const made = await repo.spawn(lane);
    await repo.ok(workerStart, { lane: made.lane });
    repo.place = made.worktreePath;
    return made;
  }

  it('gets a light one with its first next action, on its branch, in its worktree and for its item', async () => {
    await repo.add('Limit the rate of logins');
    const lane = await working('W-1');
    const { action } = await repo.ok(actionAdd, { text: 'Tell the users' });
    expect(action).toMatchObject({ ref: 'A-1', task: 'T-1' });
    const { tasks } = await repo.ok(taskList, {});
    expect(tasks).toMatchObject([
      {
        ref: 'T-1',
        name: 'w1-limit-the-rate',
        objective: 'Limit the rate of logins',
        light: true,
        branch: lane.branch,
        base: 'main',
        workTree: lane.worktreePath,
        workItem: 'W-1',
      },
    ]);
    expect(await repo.ok(laneShow, { lane: lane.lane })).toMatchObject({ task: 'T-1', workItem: 'W-1' });
    expect(repo.traces().branches).toEqual([lane.branch, 'main']);
  });

  it('goes from its work to the merge as before, without evidence, but not over a finding of high severity', async () => {
    await repo.add('Limit the rate of logins');
    const lane = await working('W-1');
    await repo.ok(decisionRecord, { decision: 'codex_choice_w1-limit_one_bucket', rationale: 'One bucket is enough.' });
    commit(lane);
    const { finding } = await repo.ok(findingRecord, remark);
    expect(finding).toMatchObject({ task: 'T-1' });
    expect(await repo.refused(workerDone, {})).toMatchObject({
      details: { task: 'T-1', gate: 'review-ready', reasons: [{ code: 'open_high_finding', about: ['F-1'] }] },
    });
    await repo.ok(findingWontfix, { ids: ['F-1'], note: 'Not here' }, person);
    await repo.ok(workerDone, {});
    repo.place = repo.repository;
    await repo.ok(workerApprove, { lane: lane.lane }, person);
    expect(await repo.ok(workerMerge, { lane: lane.lane }, person)).toMatchObject({ state: 'COMPLETED' });
    expect((await repo.ok(taskList, {})).tasks).toMatchObject([{ ref: 'T-1', status: 'done' }]);
  });

  it('has to pass the commands of the gate once it has one', async () => {
    repo.agree('Agree', '{"gate":{"commands":["true"]}}');
    await repo.add('Limit the rate of logins');
    const lane = await working('W-1');
    await repo.ok(actionAdd, { text: 'Tell the users' });
    commit(lane);
    expect(await repo.refused(workerDone, {})).toMatchObject({
      details: { gate: 'review-ready', reasons: [{ code: 'missing_test_evidence', about: ['true'] }] },
    });
    await repo.ok(evidenceRun, { command: ['true'] });
    expect(await repo.ok(workerDone, {})).toMatchObject({ state: 'IN_REVIEW' });
  });

  it('runs the trusted commands of the gate when it is submitted, on the files after the rebase', async () => {
    repo.agree('Agree', '{"gate":{"commands":["test ! -f broken.txt"]}}');
    await repo.trustCommands();
    await repo.add('Limit the rate of logins');
    const lane = await working('W-1');
    await repo.ok(actionAdd, { text: 'Tell the users' });
    commit(lane);
    await repo.ok(evidenceRun, { command: ['test ! -f broken.txt'] });
    repo.commit('Meanwhile', { 'broken.txt': 'broken\n' });
    expect(spoken((await repo.call(workerDone, { noFetch: true })) as Refusal)).toMatchObject({
      message: expect.stringMatching(
        /^L-1 .* was not submitted: test ! -f broken.txt ended with exit code 1\. .* stays rebased\.$/,
      ),
      hint: 'Correct it, commit, and submit again.',
      details: { output: '' },
    });
    repo.git('rm', '-q', 'broken.txt');
    repo.commit('Mend', { 'base.txt': 'base\n' });
    expect(await repo.ok(workerDone, { noFetch: true })).toMatchObject({ state: 'IN_REVIEW' });
    const { evidence } = await repo.ok(evidenceList, { task: 'T-1' });
    expect(evidence.map(({ passed }) => passed)).toEqual([true, false, true]);
    expect(evidence[0]).toMatchObject({ command: 'test ! -f broken.txt', task: 'T-1', fresh: true });
  });

  it('runs none of them from elsewhere, or where something else is missing', async () => {
    repo.agree('Agree', '{"gate":{"commands":["true"]}}');
    await repo.trustCommands();
    await repo.add('Limit the rate of logins');
    const lane = await working('W-1');
    await repo.ok(actionAdd, { text: 'Tell the users' });
    commit(lane);
    const missing = { details: { reasons: [{ code: 'missing_test_evidence' }] } };
    repo.place = repo.repository;
    expect(await repo.refused(workerDone, { lane: lane.lane })).toMatchObject(missing);
    repo.place = lane.worktreePath;
    const finding = { severity: 'high', path: 'new.txt', text: 'It has no test' } as const;
    const { ref } = (await repo.ok(findingRecord, finding, otherAgent)).finding;
    expect(await repo.refused(workerDone, {})).toMatchObject({
      details: { reasons: expect.arrayContaining([expect.objectContaining({ about: [ref] })]) },
    });
    expect((await repo.ok(evidenceList, { task: 'T-1' })).evidence).toEqual([]);
  });

  it('gets a full one with its first slice, whose proof is asked then', async () => {
    await repo.add('Limit the rate of logins');
    const lane = await working('W-1');
    await repo.ok(actionAdd, { text: 'Tell the users' });
    expect((await repo.ok(sliceStart, { title: 'Count' })).slice).toMatchObject({ ref: 'S-1', task: 'T-1' });
    expect((await repo.ok(taskList, {})).tasks).toMatchObject([{ ref: 'T-1', light: false }]);
    commit(lane);
    expect(await repo.refused(workerDone, {})).toMatchObject({
      details: { gate: 'review-ready', reasons: [{ code: 'missing_test_evidence' }] },
    });
  });

  it('is where a task is started: from its worktree, and for its item from elsewhere', async () => {
    await repo.add('Limit the rate of logins');
    await repo.add('Count the logins');
    const [limit, count] = [await repo.spawn('W-1'), await repo.spawn('W-2')];
    await repo.ok(workerStart, { lane: limit.lane });
    await repo.ok(workerStart, { lane: count.lane });
    const branches = repo.traces().branches;
    const started = await repo.ok(taskStart, { workItem: 'W-1' });
    expect(started).toMatchObject({
      task: { ref: 'T-1', branch: limit.branch, workTree: limit.worktreePath, light: false },
      workItems: ['W-1'],
      made: false,
      repeated: false,
    });
    repo.place = count.worktreePath;
    const here = await repo.ok(taskStart, { objective: 'Count them by address' });
    expect(here.task).toMatchObject({ ref: 'T-2', objective: 'Count them by address', workTree: count.worktreePath });
    expect(await repo.ok(taskStart, { objective: 'Count them by address' })).toMatchObject({
      task: { ref: 'T-2' },
      repeated: true,
    });
    expect(repo.traces().branches).toEqual(branches);
  });

  it('keeps its objective: other words are refused, not dropped', async () => {
    await repo.add('Limit the rate of logins');
    await working('W-1');
    await repo.ok(taskStart, { objective: 'Count them by address' });
    expect(await repo.refused(taskStart, { objective: 'Count them by user' })).toMatchObject({
      code: 'conflict',
      message: 'L-1 (w1-limit-the-rate) has the task T-1, “Count them by address”.',
      hint: 'Leave out the objective to work on it. For other work, add a work item.',
    });
    expect(await repo.ok(taskStart, {})).toMatchObject({ task: { ref: 'T-1' }, repeated: true });
    expect(await repo.ok(taskStart, { objective: 'Limit the rate of logins' })).toMatchObject({ repeated: true });
  });

  it('is not made where its plan is another task’s', async () => {
    await repo.add('Limit the rate of logins');
    await repo.task('t9-plans', { branch: 'main' });
    repo.write('.stateroom/plans/limit.md', '# Limit\n\n- [ ] Count\n');
    await repo.ok(planRegister, { plan: 'limit', task: 'T-1' });
    const lane = await working('W-1');
    mkdirSync(join(lane.worktreePath, '.stateroom/plans'), { recursive: true });
    writeFileSync(join(lane.worktreePath, '.stateroom/plans/limit.md'), '# Limit\n\n- [ ] Count\n');
    expect(await repo.refused(taskStart, { plan: 'limit' })).toMatchObject({ code: 'conflict' });
    expect((await repo.ok(taskList, {})).tasks).toMatchObject([{ ref: 'T-1' }]);
  });

  it('gets none from an agent that does not work in it', async () => {
    await repo.add('Limit the rate of logins');
    await working('W-1');
    expect(await repo.refused(actionAdd, { text: 'Tell the users' }, otherAgent)).toMatchObject({
      code: 'not_allowed',
      message: expect.stringMatching(
        /^claude is not allowed to act in L-1 \(.+\): codex has been working in it since 2026-11-02T10:00:00\.000Z\.$/,
      ),
      next: [{ operation: 'queue.next', input: {} }, { operation: 'message.send' }],
    });
    expect((await repo.ok(taskList, {})).tasks).toEqual([]);
    await endCaller(repo.context());
    expect((await repo.ok(actionAdd, { text: 'Tell the users' }, otherAgent)).action).toMatchObject({ task: 'T-1' });
  });

  it('is its worker’s, whoever made it: after a retry, after a person, and for nobody else', async () => {
    await repo.add('Limit the rate of logins');
    const lane = await working('W-1');
    await repo.ok(actionAdd, { text: 'Tell the users' }, person);
    await repo.ok(sliceStart, { title: 'Count' });
    expect(await repo.refused(sliceStart, { title: 'Mine' }, otherAgent)).toMatchObject({ code: 'conflict' });
    repo.place = repo.repository;
    await repo.ok(workerCancel, { lane: lane.lane }, person);
    await repo.ok(workerRetry, { lane: lane.lane }, person);
    await repo.ok(workerStart, { lane: lane.lane }, otherAgent);
    repo.place = lane.worktreePath;
    expect((await repo.ok(sliceStart, { title: 'Theirs' }, otherAgent)).slice).toMatchObject({ task: 'T-1' });
    expect(await repo.refused(sliceStart, { title: 'Late' })).toMatchObject({ code: 'conflict' });
  });

  it('is never that of another lane of its worker', async () => {
    await repo.add('Limit the rate of logins');
    await repo.add('Count the logins');
    await working('W-1');
    await repo.ok(actionAdd, { text: 'Tell the users' });
    repo.place = repo.repository;
    const count = await repo.spawn('W-2');
    repo.place = count.worktreePath;
    await repo.ok(actionAdd, { text: 'Prepare' }, otherAgent);
    await repo.ok(workerStart, { lane: count.lane });
    expect((await repo.ok(actionAdd, { text: 'Sum up' })).action).toMatchObject({ task: 'T-2' });
    expect((await repo.ok(sliceStart, { title: 'Sum' })).slice).toMatchObject({ task: 'T-2' });
  });

  it('takes over the findings and reviews of its branch, which the gate asks for', async () => {
    await repo.add('Limit the rate of logins');
    const lane = await working('W-1');
    commit(lane);
    await repo.ok(reviewRecord, { verdict: 'fail', subject: 'L-1', summary: 'No limit' }, otherAgent);
    await repo.ok(findingRecord, { ...remark, run: 'V-1' }, otherAgent);
    await repo.ok(actionAdd, { text: 'Set the limit' });
    expect((await repo.ok(findingList, { task: 'T-1' })).findings).toMatchObject([{ ref: 'F-1', reviewRun: 'V-1' }]);
    expect((await repo.ok(reviewList, { task: 'T-1' })).runs).toMatchObject([{ ref: 'V-1', verdict: 'fail' }]);
    expect(await repo.refused(workerDone, {})).toMatchObject({
      details: { reasons: [{ code: 'open_high_finding', about: ['F-1'] }] },
    });
    // Findings by others count too.
    expect((await repo.ok(findingRecord, { ...remark, text: 'No test' }, otherAgent)).finding).toMatchObject({
      task: 'T-1',
    });
  });

  it('asks for the evidence of a light task that was started by itself, also where that moved into a lane', async () => {
    const { task } = await repo.ok(taskStart, { objective: 'Fix the footer', light: true }, person);
    repo.commit('Footer', { 'footer.txt': 'x\n' });
    repo.git('switch', '-q', 'main');
    const lane = await repo.ok(workerSpawn, { lane: 'T-1' }, person);
    repo.place = lane.worktreePath;
    await repo.ok(taskSwitch, { task: task.ref }, person);
    expect(await repo.ok(gateCheck, { gate: 'review-ready', task: 'T-1' }, person)).toMatchObject({
      ready: false,
      reasons: [{ code: 'missing_test_evidence' }],
    });
  });

  it('gets none by a call that begins nothing', async () => {
    await repo.add('Limit the rate of logins');
    const lane = await repo.spawn('W-1');
    repo.place = lane.worktreePath;
    commit(lane);
    expect(await repo.refused(taskFinish, {}, person)).toMatchObject({ message: 'No active task.' });
    expect(await repo.refused(taskUpdate, { focus: 'Later' }, person)).toMatchObject({ message: 'No active task.' });
    expect((await repo.ok(taskList, {})).tasks).toEqual([]);
  });

  it('beside another one of its item is about the task of the item, and gets another one once that is archived', async () => {
    await repo.add('Limit the rate of logins');
    await working('W-1');
    await repo.ok(actionAdd, { text: 'Tell the users' });
    repo.place = repo.repository;
    const second = await repo.spawn('W-1', { new: true });
    await repo.ok(workerStart, { lane: second.lane });
    repo.place = second.worktreePath;
    expect((await repo.ok(actionAdd, { text: 'Tell the admins' })).action).toMatchObject({ task: 'T-1' });
    expect((await repo.ok(taskList, {})).tasks).toHaveLength(1);
    await repo.ok(taskArchive, { task: 'T-1', note: 'Not so' }, person);
    expect((await repo.ok(actionAdd, { text: 'Tell everyone' })).action).toMatchObject({ task: 'T-2' });
  });
});
