import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneRoom } from '../../../../test/support/laneRoom.js';
import { person } from '../../../../test/support/testRoom.js';
import { blockerAdd } from '../../blocker/blockerAdd.js';
import { blockerResolve } from '../../blocker/blockerResolve.js';
import { evidenceRun } from '../../evidence/evidenceRun.js';
import { workerApprove } from './workerApprove.js';
import { workerDone } from './workerDone.js';
import { workerMerge } from './workerMerge.js';
import { workerShow } from './workerShow.js';
import { workerStart } from './workerStart.js';

let room: LaneRoom;

beforeEach(() => {
  room = new LaneRoom();
});

afterEach(() => room.close());

describe('the task of a lane', () => {
  it('must be ready for a review before the lane is handed in, and have nothing left to do before it is merged', async () => {
    await room.task('t1-login', { branch: null });
    const lane = await room.spawn('T-1');
    expect(lane).toMatchObject({ lane: 't1-login', task: 'T-1', branch: 'feature/t1-login' });
    await room.ok(workerStart, { lane: 't1-login' });
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    room.gitIn(lane, 'add', '--all');
    room.gitIn(lane, 'commit', '-q', '-m', 'Limit');
    const tip = room.gitIn(lane, 'rev-parse', 'HEAD');
    expect(await room.refused(workerDone, { lane: 't1-login' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'L-1 (t1-login) is not handed in: Nothing proves the work.',
      hint: expect.stringContaining('evidence run'),
      details: { lane: 't1-login', task: 'T-1', gate: 'review-ready', reasons: [{ code: 'missing_test_evidence' }] },
    });
    expect(await room.ok(workerShow, { lane: 't1-login' })).toMatchObject({ state: 'WORKING', status: 'active' });
    room.place = lane.worktreePath;
    await room.ok(evidenceRun, { command: ['true'], task: 'T-1' });
    room.place = room.repository;
    expect(await room.ok(workerDone, { lane: 't1-login' })).toMatchObject({ state: 'IN_REVIEW' });
    await room.ok(workerApprove, { lane: 't1-login' }, person);
    const { blocker } = await room.ok(blockerAdd, { description: 'No key', task: 'T-1' });
    const before = room.git('for-each-ref');
    expect(await room.refused(workerMerge, { lane: 't1-login' }, person)).toMatchObject({
      code: 'transition_not_allowed',
      message: 'L-1 (t1-login) is not merged: 1 open blocker: No key',
      details: { task: 'T-1', gate: 'close-check', reasons: [{ code: 'open_blocker' }] },
    });
    expect(room.git('for-each-ref')).toEqual(before);
    await room.ok(blockerResolve, { blocker: blocker.ref, resolution: 'Here it is' });
    expect(await room.ok(workerMerge, { lane: 't1-login' }, person)).toMatchObject({ state: 'COMPLETED' });
    expect(room.git('rev-parse', 'main^2')).toBe(tip);
  });

  it('says that the branch was rebased where it is refused after that', async () => {
    await room.task('t1-login', { branch: null });
    const lane = await room.spawn('T-1');
    await room.ok(workerStart, { lane: 't1-login' });
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    room.gitIn(lane, 'add', '--all');
    room.gitIn(lane, 'commit', '-q', '-m', 'Limit');
    const from = room.gitIn(lane, 'rev-parse', 'HEAD');
    room.commit('Meanwhile', { 'base.txt': 'base\n' });
    const refusal = await room.refused(workerDone, { lane: 't1-login', noFetch: true });
    const to = room.gitIn(lane, 'rev-parse', 'HEAD');
    expect(room.gitIn(lane, 'rev-parse', 'HEAD^')).toBe(room.git('rev-parse', 'main'));
    expect(refusal).toMatchObject({
      message: `L-1 (t1-login) is not handed in: Nothing proves the work. feature/t1-login was rebased before that and stays so: it was at ${from.slice(0, 10)} and is at ${to.slice(0, 10)}.`,
      hint: expect.stringContaining('evidence run'),
      details: { gate: 'review-ready', rebased: { from, to } },
    });
    expect(await room.refused(workerDone, { lane: 't1-login', noFetch: true })).toMatchObject({
      message: 'L-1 (t1-login) is not handed in: Nothing proves the work.',
    });
  });
});
