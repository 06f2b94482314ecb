import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { person } from '../../../../test/support/testRepository.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { evidenceRun } from '../../evidence/evidenceRun.js';
import { judgePush } from '../../hooks/judgePush.js';
import { queueShow } from '../../queue/queueShow.js';
import { laneNeedsYou } from '../laneNeedsYou.js';
import { laneRecordMerged } from '../laneRecordMerged.js';
import { laneRepair } from '../laneRepair.js';
import { laneShow } from '../laneShow.js';
import { messageList } from '../message/messageList.js';
import { workerApprove } from './workerApprove.js';
import { workerDone } from './workerDone.js';
import { workerStart } from './workerStart.js';

let repo: LaneTestRepository;

beforeEach(async () => {
  repo = new LaneTestRepository();
  await repo.add('Limit logins');
  await repo.add('Tell users', { dependsOn: ['W-1'] });
});

afterEach(() => repo.close());

/** A lane for W-1 whose agent made two commits and submitted them. */
async function submitted(): Promise<Lane> {
  const lane = await repo.spawn('W-1');
  await repo.ok(workerStart, { lane: lane.lane });
  for (const name of ['one', 'two']) {
    writeFileSync(join(lane.worktreePath, `${name}.txt`), `${name}\n`);
    repo.gitIn(lane, 'add', '--all');
    repo.gitIn(lane, 'commit', '-q', '-m', `Add ${name}`);
  }
  await repo.ok(workerDone, { lane: lane.lane });
  return lane;
}

async function statusOf(item: string): Promise<string> {
  return (await repo.ok(queueShow, { id: item })).item.section;
}

describe('work in review that was merged without Stateroom', () => {
  it('is recorded as merged after git merge, its worktree removed and its item done', async () => {
    const lane = await submitted();
    repo.git('merge', '-q', '--no-ff', '-m', 'Merge by hand', lane.branch);
    const merge = repo.git('rev-parse', 'main');
    expect((await repo.ok(laneRepair, {})).merged).toEqual([{ lane: lane.lane, commit: merge, outcome: 'recorded' }]);
    expect(await repo.ok(laneShow, { lane: lane.lane })).toMatchObject({ status: 'merged', merged: merge });
    expect([await statusOf('W-1'), await statusOf('W-2')]).toEqual(['done', 'ready']);
    expect(existsSync(lane.worktreePath)).toBe(false);
    expect((await repo.ok(laneRepair, {})).merged).toEqual([]);
  });

  it('is found at the remote once that is fetched, approved or not', async () => {
    const lane = await submitted();
    await repo.ok(workerApprove, { lane: lane.lane }, person);
    const clone = join(repo.directory, 'clone');
    repo.git('clone', '-q', repo.remote, clone);
    repo.git('push', '-q', 'origin', lane.branch);
    repo.git('-C', clone, 'fetch', '-q', 'origin', lane.branch);
    repo.git(
      '-C',
      clone,
      '-c',
      'user.name=Host',
      '-c',
      'user.email=h@example.org',
      'merge',
      '-q',
      '--no-ff',
      '-m',
      'Merge pull request',
      'FETCH_HEAD',
    );
    repo.git('-C', clone, 'push', '-q', 'origin', 'main');
    expect((await repo.ok(laneRepair, {})).merged).toEqual([]);
    repo.git('fetch', '-q', 'origin');
    expect((await repo.ok(laneRepair, {})).merged).toMatchObject([{ lane: lane.lane, outcome: 'recorded' }]);
    expect([await statusOf('W-1'), await statusOf('W-2')]).toEqual(['done', 'ready']);
  });

  it('is asked about once when another commit makes the same change, and recorded when a person says so', async () => {
    const lane = await submitted();
    writeFileSync(join(repo.repository, 'other.txt'), 'other\n');
    repo.git('add', 'other.txt');
    repo.git('commit', '-q', '-m', 'Something else');
    repo.git('merge', '-q', '--squash', lane.branch);
    repo.git('commit', '-q', '-m', 'Limit logins (#7)');
    const squash = repo.git('rev-parse', 'main');
    expect((await repo.ok(laneRepair, {})).merged).toEqual([{ lane: lane.lane, commit: squash, outcome: 'asked' }]);
    expect((await repo.ok(laneRepair, {})).merged).toEqual([]);
    const { messages } = await repo.ok(messageList, { all: true }, person);
    expect(messages).toMatchObject([
      {
        kind: 'question',
        subject: `${squash.slice(0, 10)} on main makes the same change as L-1 (${lane.lane}). Is it the merge?`,
      },
    ]);
    expect(await statusOf('W-1')).toBe('in_flight');
    const { needs } = await repo.ok(laneNeedsYou, {}, person);
    expect(needs.map(({ kind }) => kind)).toEqual(['question', 'approval']);
    expect(needs[0]).toMatchObject({
      next: `lane record-merged ${lane.lane} --commit ${squash.slice(0, 10)}`,
      acts: [
        { operation: 'lane.recordMerged', input: { lane: lane.lane, commit: squash } },
        { operation: 'message.send' },
      ],
    });
    await repo.ok(laneRecordMerged, { lane: lane.lane, commit: squash }, person);
    expect([await statusOf('W-1'), await statusOf('W-2')]).toEqual(['done', 'ready']);
    expect(await repo.ok(laneNeedsYou, {}, person)).toEqual({ total: 0, needs: [] });
  });

  it('is not taken for merged while only some of it is in the base, or when nothing was committed', async () => {
    const lane = await submitted();
    repo.git('merge', '-q', `${lane.branch}~1`);
    await repo.spawn('empty');
    expect((await repo.ok(laneRepair, {})).merged).toEqual([]);
    expect(await repo.refused(laneRecordMerged, { lane: lane.lane }, person)).toMatchObject({
      code: 'not_found',
      message: `main does not contain the work of L-1 (${lane.lane}).`,
    });
    expect(await repo.refused(laneRecordMerged, { lane: 'empty' }, person)).toMatchObject({
      code: 'transition_not_allowed',
      message: 'L-2 (empty) is not in review.',
    });
  });
});

describe('the push of a lane that was merged without Stateroom', () => {
  /** Whether main may be pushed as it is here. */
  const pushes = async () => {
    const there = repo.git('-C', repo.remote, 'rev-parse', 'main');
    const line = `refs/heads/main ${repo.git('rev-parse', 'main')} refs/heads/main ${there}\n`;
    return judgePush(repo.context(), line);
  };
  const handIn = async (reviewers: number) => {
    repo.commit('Agree', { '.stateroom/config.json': JSON.stringify({ review: { reviewers } }) });
    repo.git('push', '-q', 'origin', 'main');
    await repo.task('t1-login', { branch: null });
    const lane = await repo.spawn('T-1');
    await repo.ok(workerStart, { lane: lane.lane });
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    repo.gitIn(lane, 'add', '--all');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Limit');
    repo.place = lane.worktreePath;
    await repo.ok(evidenceRun, { command: ['true'], task: 'T-1' });
    repo.place = repo.repository;
    await repo.ok(workerDone, { lane: lane.lane });
    return lane;
  };

  it('asks for what no gate was asked for, also where only main and origin/main were moved here', async () => {
    const lane = await handIn(1);
    const before = repo.git('rev-parse', 'main');
    repo.git('merge', '-q', '--ff-only', lane.branch);
    repo.git('update-ref', 'refs/remotes/origin/main', 'main');
    expect((await repo.ok(laneRepair, {})).merged).toMatchObject([{ outcome: 'recorded' }]);
    repo.git('update-ref', 'refs/remotes/origin/main', before);
    const { allowed, about } = await pushes();
    expect({ allowed, about }).toMatchObject({ allowed: false, about: { reasons: ['review_missing'] } });
  });

  it('asks for what was committed after it was submitted, and merged along', async () => {
    repo.commit('Require', { '.stateroom/config.json': JSON.stringify({ gate: { commands: ['test -f ok'] } }) });
    repo.git('push', '-q', 'origin', 'main');
    await repo.task('t1-login', { branch: null });
    const lane = await repo.spawn('T-1');
    await repo.ok(workerStart, { lane: lane.lane });
    writeFileSync(join(lane.worktreePath, 'ok'), 'ok\n');
    repo.gitIn(lane, 'add', '--all');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Good');
    repo.place = lane.worktreePath;
    await repo.ok(evidenceRun, { command: ['test', '-f', 'ok'], task: 'T-1' });
    repo.place = repo.repository;
    await repo.ok(workerDone, { lane: lane.lane });
    repo.gitIn(lane, 'rm', '-q', 'ok');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Bad');
    repo.git('merge', '-q', '--ff-only', lane.branch);
    expect((await repo.ok(laneRepair, {})).merged).toMatchObject([{ outcome: 'recorded' }]);
    expect((await pushes()).allowed).toBe(false);
  });

  it('asks nothing more where the work is ready, or was merged at the host', async () => {
    const lane = await handIn(0);
    repo.git('merge', '-q', '--no-ff', '-m', 'Merge by hand', lane.branch);
    expect((await repo.ok(laneRepair, {})).merged).toMatchObject([{ outcome: 'recorded' }]);
    expect(await pushes()).toEqual({ allowed: true, lines: [] });
    repo.git('push', '-q', 'origin', 'main');
    const config = JSON.stringify({ review: { reviewers: 1 } });
    repo.commit('Ask for more', { '.stateroom/config.json': config });
    repo.git('push', '-q', 'origin', 'main');
    repo.commit('More', { 'notes.md': 'x\n' });
    expect((await pushes()).allowed).toBe(true);
  });
});
