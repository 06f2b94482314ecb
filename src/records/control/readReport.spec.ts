import { expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { queueAdd } from '../../operations/queue/queueAdd.js';
import type { Act } from '../act.js';
import { changeSession, endSession, requestSession } from '../agentSession/agentSessions.js';
import { findLane, requireLanes } from '../lane/laneAccess.js';
import { taker } from '../thread/answerQuestion.js';
import { beginShift, endShift } from './controlShifts.js';
import { giveUp } from './giveUp.js';
import { readReport } from './readReport.js';

const ids = ['01KAZ3V8Q7M2T5W9X4B6C1D0F1', '01KAZ3V8Q7M2T5W9X4B6C1D0F2'] as const;

it('lists after the end what control left unfinished and gave up, and nothing that it did not touch', async () => {
  const repo = new LaneTestRepository();
  const inAct = <T>(work: (act: Act) => Promise<T>): Promise<T> =>
    repo.store.transaction(transaction => work({ transaction, actor: taker, now: repo.now }));
  await repo.ok(queueAdd, { title: 'Fail' });
  await repo.ok(queueAdd, { title: 'Not touched' });
  await repo.ok(queueAdd, { title: 'Nothing to do' });
  await workerSpawn.run(repo.context(taker), { lane: 'W-1' });
  const settings = JSON.stringify({ agents: { one: 1 }, budget: { money: 3 } });
  const start = { id: ids[0], settings, repositorySettings: '{}', policy: 'edit', untilAt: null } as const;
  await inAct(act => beginShift({ ...act, actor: person }, start));
  const lane = await repo.store.read(transaction => findLane(transaction, 'L-1'));
  const request = { id: ids[1], agent: 'one', actor: 'one-fail', command: [], policy: 'edit' } as const;
  const session = await inAct(act => requestSession(act, lane, request));
  await inAct(({ transaction, now }) => changeSession(transaction, session, { started_at: now, state: 'working' }));
  repo.now += 1000;
  await inAct(act => endSession(act, lane, session, { reason: 'failed', why: 'The API needs a key.' }));
  await inAct(act =>
    giveUp(act, {
      ...{ subject: 'W-3', title: '', act: 'give-up', reason: 'nothingToDo', agent: 'one' },
      ...{ until: null, detail: null, count: null },
    }),
  );
  await inAct(act => endShift(act, ids[0]));
  repo.now += 1000;
  const context = repo.context();
  const personal = JSON.stringify({ agents: { one: { command: process.execPath } } });
  const personalSettings = async (file = 'config.json') =>
    file === 'config.json' ? { path: file, text: personal } : undefined;
  const report = await readReport({ ...context, lanes: { ...requireLanes(context), personalSettings } });
  expect(report.needsYou.map(({ subject, reason }) => `${subject} ${reason}`)).toEqual(['W-1 itemCooldown']);
  expect(report.gaveUp).toEqual([
    {
      ...{ item: 'W-3', title: 'Nothing to do' },
      why: 'one says that there is nothing to do. What should happen differently?',
    },
  ]);
  expect([report.pass, report.done, report.budget.money]).toEqual([null, [], 3]);
  await repo.close();
});
