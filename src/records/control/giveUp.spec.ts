import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { ControlDecision } from '../../domain/control/controlDecision.js';
import type { Act } from '../act.js';
import { endSession, requestSession } from '../agentSession/agentSessions.js';
import { findLane } from '../lane/laneAccess.js';
import { taker } from '../thread/answerQuestion.js';
import { beginShift, stopShift } from './controlShifts.js';
import { giveUp } from './giveUp.js';

const ids = ['01KAZ3V8Q7M2T5W9X4B6C1D0F1', '01KAZ3V8Q7M2T5W9X4B6C1D0F2'] as const;
const decision: ControlDecision = {
  subject: 'W-1',
  title: '',
  act: 'give-up',
  reason: 'attemptsUsed',
  agent: 'one',
  until: null,
  detail: null,
  count: 3,
};

let repo: LaneTestRepository;

beforeEach(async () => {
  repo = new LaneTestRepository();
  await repo.spawn('login');
  await inAct(act => beginShift({ ...act, actor: person }, begin));
});

afterEach(() => repo.close());

const begin = { id: ids[0], settings: '{}', repositorySettings: '{}', policy: 'edit', untilAt: null } as const;
const inAct = <T>(work: (act: Act) => Promise<T>): Promise<T> =>
  repo.store.transaction(transaction => work({ transaction, actor: taker, now: repo.now }));
const request = { id: ids[1], agent: 'one', actor: 'one-login', command: [], policy: 'edit' } as const;
const status = async () => {
  await inAct(act => giveUp(act, decision));
  return (await repo.store.read(({ workItems }) => workItems.find({ by: 'number', number: 1 })))?.status;
};

it('leaves an item alone while someone works on it, and asks for it afterwards', async () => {
  expect(await status()).toBe('in_flight');
  const lane = await repo.store.read(transaction => findLane(transaction, 'login'));
  const session = await inAct(act => requestSession({ ...act, actor: repo.context().actor }, lane, request));
  expect(await status()).toBe('in_flight');
  await inAct(act => endSession(act, lane, session, { reason: 'failed', why: null }));
  expect(await status()).toBe('waiting_human');
});

it('gives nothing up once the end of control is asked for', async () => {
  const lane = await repo.store.read(transaction => findLane(transaction, 'login'));
  const session = await inAct(act => requestSession({ ...act, actor: repo.context().actor }, lane, request));
  await inAct(act => endSession(act, lane, session, { reason: 'failed', why: null }));
  await inAct(async act => {
    const shift = await act.transaction.controlShifts.open();
    if (shift !== undefined) await stopShift({ ...act, actor: person }, shift, 'finish');
  });
  expect(await status()).toBe('in_flight');
});
