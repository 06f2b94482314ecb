import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { spoken } from '../../../../test/support/spokenRefusal.js';
import { person } from '../../../../test/support/testRepository.js';
import type { Lane } from '../../../domain/lane/lane.js';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import { evidenceList } from '../../evidence/evidenceList.js';
import { evidenceRecord } from '../../evidence/evidenceRecord.js';
import { evidenceRun } from '../../evidence/evidenceRun.js';
import { gateCheck } from '../../gate/gateCheck.js';
import { gateList } from '../../gate/gateList.js';
import { laneAdopt } from '../laneAdopt.js';
import { laneShow } from '../laneShow.js';
import { workerApprove } from './workerApprove.js';
import { workerDone } from './workerDone.js';
import { workerMerge } from './workerMerge.js';
import { workerStart } from './workerStart.js';

const command = 'test ! -f broken.txt';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
  repo.agree('Agree', JSON.stringify({ gate: { commands: [command] } }));
});

afterEach(() => repo.close());

/** Begins work in the lane, with the agent in it, and commits a file. */
async function begin(lane: Lane, file = 'new.txt'): Promise<void> {
  repo.place = lane.worktreePath;
  await repo.ok(workerStart, {});
  commit(lane, file);
}

function commit(lane: Lane, file: string): void {
  writeFileSync(join(lane.worktreePath, file), `${file}\n`);
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', `Add ${file}`);
}

const missing = (not: string) => ({
  code: 'transition_not_allowed',
  message: `L-1 (limit) was not ${not}: No passing run of “${command}” for this tree.`,
  details: { lane: 'limit', reasons: [{ code: 'missing_test_evidence', input: { command: [command] } }] },
});

describe('the commands of the gate hold in a lane without a task', () => {
  it('when it is submitted, and when it is merged', async () => {
    const lane = await repo.spawn('limit');
    await begin(lane);
    expect(await repo.refused(workerDone, {})).toMatchObject(missing('submitted'));
    await repo.ok(evidenceRecord, { command, passed: true });
    expect(await repo.refused(workerDone, {})).toMatchObject({ details: { gate: 'review-ready' } });
    const { evidence } = await repo.ok(evidenceRun, { command: [command] });
    expect(evidence).toMatchObject({ task: null, passed: true });
    expect(await repo.ok(workerDone, {})).toMatchObject({ state: 'IN_REVIEW', task: null });
    repo.place = repo.repository;
    await repo.ok(workerApprove, { lane: 'limit' }, person);
    repo.agree('Require more', JSON.stringify({ gate: { commands: [command, 'test -f new.txt'] } }));
    const before = repo.git('rev-parse', 'main');
    expect(await repo.refused(workerMerge, { lane: 'limit' }, person)).toMatchObject({
      message: 'L-1 (limit) was not merged: No passing run of “test -f new.txt” for this tree.',
      hint: `Record a passing run on this tree. Run it in ${lane.worktreePath}.`,
      details: { gate: 'close-check' },
    });
    expect(repo.git('rev-parse', 'main')).toBe(before);
    repo.place = lane.worktreePath;
    await repo.ok(evidenceRun, { command: ['test -f new.txt'] });
    repo.place = repo.repository;
    expect(await repo.ok(workerMerge, { lane: 'limit' }, person)).toMatchObject({ state: 'COMPLETED' });
  });

  it('and its gates answer for it before, beside tasks elsewhere', async () => {
    await repo.task('t1-one', { branch: 'one' });
    await repo.task('t2-two', { branch: 'two' });
    await begin(await repo.spawn('limit'));
    const unproven = {
      ...{ task: null, base: 'main', ready: false },
      reasons: [{ code: 'missing_test_evidence', text: `No passing run of “${command}” for this tree.` }],
    };
    expect(await repo.ok(gateList, {})).toMatchObject({ gates: [unproven, unproven] });
    await repo.ok(evidenceRun, { command: [command] });
    expect(await repo.ok(gateCheck, { gate: 'close-check' })).toMatchObject({ ready: true, reasons: [] });
    expect(await repo.ok(gateCheck, { gate: 'plan-accept' })).toMatchObject({ reasons: [{ code: 'no_active_task' }] });
    expect(await repo.ok(workerDone, {})).toMatchObject({ state: 'IN_REVIEW' });
  });

  it('in an adopted worktree, whose failing run is refused', async () => {
    repo.git('worktree', 'add', '-q', '-b', 'by-hand', join(repo.directory, 'limit'));
    const lane = await repo.ok(laneAdopt, { path: join(repo.directory, 'limit'), name: 'limit' }, person);
    await begin(lane, 'broken.txt');
    await repo.ok(evidenceRun, { command: [command] });
    expect(await repo.refused(workerDone, {})).toMatchObject({
      message: `L-1 (limit) was not submitted: “${command}” failed on this tree: E-1.`,
    });
  });

  it('and are run at the submission, if a person trusts them', async () => {
    await repo.trustCommands();
    const lane = await repo.spawn('limit');
    await begin(lane);
    expect(await repo.ok(workerDone, {})).toMatchObject({ state: 'IN_REVIEW' });
    commit(lane, 'broken.txt');
    const failed = `L-1 (limit) was not submitted: ${command} ended with exit code 1.`;
    expect(spoken((await repo.call(workerDone, {})) as Refusal).message).toBe(failed);
    // The next attempt runs it again, and both are on record.
    expect(spoken((await repo.call(workerDone, {})) as Refusal).message).toBe(failed);
    const { evidence } = await repo.ok(evidenceList, {});
    expect(evidence.map(({ ref, passed }) => [ref, passed])).toEqual([
      ['E-3', false],
      ['E-2', false],
      ['E-1', true],
    ]);
  });
});

describe('a file that a recorded command made', () => {
  it('is work that is not committed, and passes no gate', async () => {
    repo.agree('Require it', JSON.stringify({ gate: { commands: ['test -f gen.js'] } }));
    const lane = await repo.spawn('limit');
    await begin(lane);
    expect(await repo.ok(evidenceRun, { command: ['touch gen.js'] })).toMatchObject({ treeChanged: false });
    await repo.ok(evidenceRun, { command: ['test -f gen.js'] });
    expect(await repo.refused(workerDone, {})).toMatchObject({
      message: 'L-1 (limit) has uncommitted changes: gen.js.',
    });
    rmSync(join(lane.worktreePath, 'gen.js'));
    expect(await repo.refused(workerDone, {})).toMatchObject({
      message: 'L-1 (limit) was not submitted: No passing run of “test -f gen.js” for this tree.',
    });
  });
});

describe('a required command that leaves a file', () => {
  const writes = 'mkdir -p coverage && date +%N > coverage/report';
  const leaves =
    'The command left coverage/report, which git does not ignore. Delete it or add it to .gitignore before you submit, or commit it if it is content.';
  let lane: Lane;

  beforeEach(async () => {
    repo.agree('Measure', JSON.stringify({ gate: { commands: [writes] } }));
    lane = await repo.spawn('limit');
    await begin(lane);
  });

  it('proves the files that it ran on, and is submitted once what it left is gone or ignored', async () => {
    const first = await repo.ok(evidenceRun, { command: [writes] });
    expect(first).toMatchObject({ treeChanged: false, leaves, evidence: { fresh: false } });
    expect(await repo.refused(workerDone, {})).toMatchObject({
      message: 'L-1 (limit) has uncommitted changes: coverage/report.',
      hint: 'Commit them, or ignore what a command wrote, then run `worker done` again.',
    });
    rmSync(join(lane.worktreePath, 'coverage'), { recursive: true });
    expect(await repo.ok(workerDone, {})).toMatchObject({ state: 'IN_REVIEW' });
    writeFileSync(join(lane.worktreePath, '.gitignore'), 'coverage/\n');
    commit(lane, 'more.txt');
    expect(await repo.ok(evidenceRun, { command: [writes] })).toMatchObject({
      leaves: null,
      evidence: { fresh: true },
    });
    expect(await repo.ok(workerDone, {})).toMatchObject({ state: 'IN_REVIEW', repeated: false });
  });

  it('is proven with thousands of files left', async () => {
    const many = 'mkdir -p cov && cd cov && touch $(seq -f "a-rather-long-name-of-a-file-%g" 2000)';
    repo.agree('Measure much', JSON.stringify({ gate: { commands: [many] } }));
    expect(await repo.ok(evidenceRun, { command: [many] })).toMatchObject({ treeChanged: false });
    rmSync(join(lane.worktreePath, 'cov'), { recursive: true });
    expect(await repo.ok(workerDone, {})).toMatchObject({ state: 'IN_REVIEW' });
  });

  it('that is tracked proves no files, and is told how to untrack it', async () => {
    commit(lane, 'coverage.txt');
    repo.agree('Measure elsewhere', JSON.stringify({ gate: { commands: ['date +%N > coverage.txt'] } }));
    expect(await repo.ok(evidenceRun, { command: ['date +%N > coverage.txt'] })).toMatchObject({
      treeChanged: true,
      leaves:
        'Uncommitted changes after the command: coverage.txt. If it writes them itself, add them to .gitignore (git rm --cached, if tracked).',
    });
  });
});

it('without commands, such a lane is merged without evidence', async () => {
  repo.agree('Require nothing', '{}');
  await begin(await repo.spawn('limit'));
  await repo.ok(workerDone, {});
  repo.place = repo.repository;
  await repo.ok(workerApprove, { lane: 'limit' }, person);
  await repo.ok(workerMerge, { lane: 'limit' }, person);
  expect(await repo.ok(laneShow, { lane: 'limit' }, person)).toMatchObject({ status: 'merged' });
});
