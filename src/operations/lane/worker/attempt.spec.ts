import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { otherAgent, person } from '../../../../test/support/testRepository.js';
import { endSession } from '../../../records/holding/endSession.js';
import { actionAdd } from '../../action/actionAdd.js';
import { evidenceRecord } from '../../evidence/evidenceRecord.js';
import { queueAdvance } from '../../queue/queueAdvance.js';
import { queueAsk } from '../../queue/queueAsk.js';
import { queueShow } from '../../queue/queueShow.js';
import { taskContext } from '../../task/taskContext.js';
import { taskHandOver } from '../../task/taskHandOver.js';
import { taskStart } from '../../task/taskStart.js';
import { laneClose } from '../laneClose.js';
import { laneShow } from '../laneShow.js';
import { messageSend } from '../message/messageSend.js';
import { workerApprove } from './workerApprove.js';
import { workerCancel } from './workerCancel.js';
import { workerDone } from './workerDone.js';
import { workerFail } from './workerFail.js';
import { workerHeartbeat } from './workerHeartbeat.js';
import { workerMerge } from './workerMerge.js';
import { workerRestore } from './workerRestore.js';
import { workerRetry } from './workerRetry.js';
import { workerShow } from './workerShow.js';
import { workerSpawn } from './workerSpawn.js';
import { workerStart } from './workerStart.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

const attempts = async () => (await repo.ok(queueShow, { id: 'W-1' }, person)).attempts;
const shown = async () =>
  (await attempts()).map(({ number, actor, lane, task, endReason, why }) =>
    [number, actor, lane ?? '-', task ?? '-', endReason ?? '-', why ?? '-'].join(' '),
  );
const numberOf = async (lane: string) => (await repo.ok(workerShow, { lane }, person)).worker?.attempt;

describe('the attempts of a lane', () => {
  it('end as released if it is closed with nothing merged; the item keeps its answered question', async () => {
    await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' });
    await repo.ok(queueAsk, { id: 'W-1', question: 'Which port?' });
    await repo.ok(queueAdvance, { id: 'W-1', answer: '8080' }, person);
    await repo.ok(laneClose, { lane: 'login' }, person);
    expect(await shown()).toEqual(['1 codex login - released -']);
    const { item } = await repo.ok(queueShow, { id: 'W-1' }, person);
    expect([item.status, item.question, item.answer]).toEqual(['pending', 'Which port?', '8080']);
  });

  it('go on with any write of the agent whose session ended, where it still holds the item', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' });
    repo.place = lane.worktreePath;
    await repo.ok(actionAdd, { text: 'Tell the users' });
    await endSession(repo.context());
    expect(await shown()).toEqual(['1 codex login T-1 session-ended -']);
    repo.now += 60_000;
    // A read is no work.
    await repo.ok(taskContext, {});
    expect(await shown()).toEqual(['1 codex login T-1 session-ended -']);
    await repo.ok(evidenceRecord, { command: 'npm test', passed: true });
    expect(await shown()).toEqual(['1 codex login T-1 - -']);
    await endSession(repo.context());
    await repo.ok(workerHeartbeat, {});
    expect(await shown()).toEqual(['1 codex login T-1 - -']);
    await endSession(repo.context());
    await repo.ok(workerStart, {}, otherAgent);
    await repo.ok(messageSend, { to: 'login', text: 'Where were you?' });
    expect(await shown()).toEqual(['1 codex login T-1 session-ended -', '2 claude login T-1 - -']);
  });

  it('keep what a hand-over says to do next; the next holder has the item since its own start', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' });
    repo.place = lane.worktreePath;
    repo.now += 60_000;
    await repo.ok(taskHandOver, { next: 'Its test for 429' });
    expect(await shown()).toEqual(['1 codex login T-1 handed-over Its test for 429']);
    repo.now += 60_000;
    await repo.ok(workerStart, {}, otherAgent);
    repo.now += 60_000;
    expect((await repo.ok(taskContext, {}, otherAgent)) as object).toMatchObject({
      item: { heldBy: 'claude', heldSince: '2026-11-02T10:02:00.000Z' },
    });
    await repo.ok(workerStart, { agent: 'gemini-1' }, person);
    expect((await repo.ok(taskContext, {}, otherAgent)) as object).toMatchObject({
      item: { heldBy: 'gemini-1', heldSince: '2026-11-02T10:03:00.000Z' },
    });
  });

  it('begin with its worker and go on over failing, retrying, reassigning and taking over, to the merge', async () => {
    const lane = await repo.spawn('login', { model: 'gpt-6' });
    expect(await shown()).toEqual([]);
    await repo.ok(workerStart, { lane: 'login' });
    expect(await shown()).toEqual(['1 codex login - - -']);
    writeFileSync(join(lane.worktreePath, 'left.txt'), 'left\n');
    await repo.ok(workerFail, { lane: 'login', reason: 'No access' });
    expect(await shown()).toEqual(['1 codex login - failed No access']);
    const { rescue } = await repo.ok(workerRetry, { lane: 'login', noFetch: true }, person);
    expect(rescue).toMatch(/^refs\/stateroom\/rescue\/login\//);
    expect(await attempts()).toMatchObject([{ endReason: 'failed', backup: rescue, model: 'gpt-6' }]);
    await repo.ok(workerStart, { lane: 'login' }, otherAgent);
    expect(await numberOf('login')).toBe(2);
    await repo.ok(workerCancel, { lane: 'login', outcome: 'reassign', reason: 'Too slow' }, person);
    await repo.ok(workerStart, { lane: 'login' });
    await repo.ok(workerStart, { lane: 'login', agent: 'gemini' });
    expect(await shown()).toEqual([
      '1 codex login - failed No access',
      '2 claude login - reassigned Too slow',
      '3 codex login - taken-over -',
      '4 gemini login - - -',
    ]);
    expect(await numberOf('login')).toBe(4);
    writeFileSync(join(lane.worktreePath, 'login.txt'), 'new\n');
    repo.gitIn(lane, 'add', '--all');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Add login');
    await repo.ok(workerDone, { lane: 'login' }, person);
    await repo.ok(workerApprove, { lane: 'login' }, person);
    expect((await shown()).at(-1)).toBe('4 gemini login - - -');
    await repo.ok(workerMerge, { lane: 'login' }, person);
    expect((await shown()).at(-1)).toBe('4 gemini login - done -');
  });

  it('keep the backup of a cancelled lane, and are not begun by opening one', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(await shown()).toEqual([]);
    await repo.ok(workerRetry, { lane: 'login', noFetch: true }, person);
    await repo.ok(workerStart, { lane: 'login' });
    writeFileSync(join(lane.worktreePath, 'left.txt'), 'left\n');
    await repo.ok(workerCancel, { lane: 'login', reason: 'Done by hand' }, person);
    expect(await shown()).toEqual(['2 codex login - cancelled Done by hand']);
    expect((await attempts())[0]?.backup).toMatch(/^refs\/stateroom\/rescue\/login\//);
  });

  it('are told to the next agent, the latest three that ended, and shown with the lane', async () => {
    const lane = await repo.spawn('login');
    for (const reason of ['One', 'Two', 'Three']) {
      await repo.ok(workerStart, { lane: 'login' });
      await repo.ok(workerFail, { lane: 'login', reason });
      await repo.ok(workerRestore, { lane: 'login' }, person);
    }
    await repo.ok(workerStart, { lane: 'login' });
    await repo.ok(workerCancel, { lane: 'login', outcome: 'reassign' }, person);
    repo.place = lane.worktreePath;
    const context = await repo.ok(taskContext, {}, otherAgent);
    expect(context).toMatchObject({
      attempts: [
        'attempt 4: codex, ended 2026-11-02T10:00Z (reassigned)',
        'attempt 3: codex, ended 2026-11-02T10:00Z (failed: Three)',
        'attempt 2: codex, ended 2026-11-02T10:00Z (failed: Two)',
      ],
    });
    expect((await repo.ok(laneShow, { lane: 'login' }, person)).attempts.map(({ why }) => why)).toEqual([
      ...['One', 'Two', 'Three'],
      null,
    ]);
  });

  it('that are dead end as retried', async () => {
    await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' });
    repo.now += 100 * 60_000;
    await repo.ok(workerRetry, { lane: 'login', noFetch: true }, person);
    expect(await shown()).toEqual(['1 codex login - retried -']);
  });

  it('have the task that is made in the lane; those of another lane go on with the number of the item', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' });
    repo.place = lane.worktreePath;
    await repo.ok(taskStart, { workItem: 'W-1' });
    expect(await shown()).toEqual(['1 codex login T-1 - -']);
    repo.place = repo.repository;
    const second = await repo.ok(workerSpawn, { lane: 'W-1', new: true }, person);
    await repo.ok(workerStart, { lane: second.lane }, otherAgent);
    expect(await shown()).toEqual(['1 codex login T-1 - -', `2 claude ${second.lane} T-1 - -`]);
    expect(await numberOf(second.lane)).toBe(2);
  });
});
