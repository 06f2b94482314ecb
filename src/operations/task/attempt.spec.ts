import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryLanes } from '../../../test/support/memoryLanes.js';
import type { Actor } from '../../domain/actor/actor.js';
import { endSession } from '../../records/holding/endSession.js';
import { evidenceRecord } from '../evidence/evidenceRecord.js';
import { queueAdd } from '../queue/queueAdd.js';
import { queueClaim } from '../queue/queueClaim.js';
import { queueRelease } from '../queue/queueRelease.js';
import { queueResolve } from '../queue/queueResolve.js';
import { queueShow } from '../queue/queueShow.js';
import { sliceStart } from '../slice/sliceStart.js';
import { taskArchive } from './taskArchive.js';
import { taskRestore } from './taskRestore.js';
import { taskStart } from './taskStart.js';
import { taskUpdate } from './taskUpdate.js';

const minute = 60_000;
const za: Actor = { role: 'agent', name: 'za', harness: 'claude-code', model: 'opus', session: 'a' };
const zz: Actor = { role: 'agent', name: 'zz', harness: 'codex', session: 'z' };
const ada: Actor = { role: 'human', name: 'ada' };

let repo: MemoryLanes;
beforeEach(async () => {
  repo = new MemoryLanes();
  await repo.ok(queueAdd, { title: 'One' }, ada);
  const { task } = await repo.ok(taskStart, { workItem: 'W-1', here: false }, za);
  repo.place = String(task.workTree);
});
afterEach(() => repo.close());

const attempts = async () => (await repo.ok(queueShow, { id: 'W-1' }, ada)).attempts;
const shown = async () =>
  (await attempts()).map(({ number, actor, task, endReason, why }) =>
    [number, actor, task ?? '-', endReason ?? '-', why ?? '-'].join(' '),
  );

describe('the attempts of a task', () => {
  it('begin with its start, with model and session, and end with the item, with the last evidence', async () => {
    expect(await attempts()).toMatchObject([{ actor: 'za', model: 'opus', session: 'a', lane: null, task: 'T-1' }]);
    await repo.ok(evidenceRecord, { command: 'npm test', passed: true, result: '1 passed' }, za);
    await repo.ok(queueResolve, { id: 'W-1', status: 'failed', notes: 'Not possible' }, ada);
    expect(await shown()).toEqual(['1 za T-1 failed Not possible']);
    expect(await attempts()).toMatchObject([{ evidence: 'E-1' }]);
  });

  it('go on after the end of a session with its next write, and are over for someone else', async () => {
    await endSession(repo.context(za));
    expect(await shown()).toEqual(['1 za T-1 session-ended -']);
    repo.now += minute;
    await repo.ok(taskUpdate, { focus: 'Mine' }, za);
    expect(await shown()).toEqual(['1 za T-1 - -']);
    await endSession(repo.context(za));
    repo.now += minute;
    await repo.ok(sliceStart, { title: 'Step' }, zz);
    expect(await shown()).toEqual(['1 za T-1 session-ended -', '2 zz T-1 - -']);
  });

  it('end when the holder was last seen, where someone goes on without a word of it', async () => {
    await repo.ok(taskUpdate, { focus: 'Mine' }, za);
    const seen = repo.now;
    repo.now += 11 * minute;
    await repo.ok(sliceStart, { title: 'Step' }, zz);
    expect(await shown()).toEqual(['1 za T-1 session-ended -', '2 zz T-1 - -']);
    const ended = Date.parse(String((await attempts())[0]?.ended));
    expect(ended - seen).toBeLessThan(minute);
  });

  it('end as released, and the next one begins with the claim', async () => {
    await repo.ok(queueRelease, { id: 'W-1', notes: 'Half done' }, za);
    expect(await shown()).toEqual(['1 za T-1 released Half done']);
    await repo.ok(queueClaim, { id: 'W-1' }, zz);
    expect(await shown()).toEqual(['1 za T-1 released Half done', '2 zz T-1 - -']);
  });

  it('end as taken over by a person', async () => {
    await repo.ok(queueClaim, { id: 'W-1', reassign: true }, ada);
    expect(await shown()).toEqual(['1 za T-1 taken-over -', '2 ada T-1 - -']);
  });

  it('end with the archiving of the task, and begin again when it is restored', async () => {
    await repo.ok(taskArchive, { task: 'T-1', note: 'Later' }, za);
    expect(await shown()).toEqual(['1 za T-1 released Later']);
    await repo.ok(taskRestore, { task: 'T-1' }, zz);
    expect(await shown()).toEqual(['1 za T-1 released Later', '2 zz T-1 - -']);
  });
});
