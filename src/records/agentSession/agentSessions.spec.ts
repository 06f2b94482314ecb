import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { Act } from '../act.js';
import { findLane } from '../lane/laneAccess.js';
import {
  addWord,
  answerPermission,
  changeSession,
  endSession,
  requestSession,
  type SessionRequest,
} from './agentSessions.js';
import { wakeSession } from './wakeSession.js';

const ids = ['01KAZ3V8Q7M2T5W9X4B6C1D0F1', '01KAZ3V8Q7M2T5W9X4B6C1D0F2', '01KAZ3V8Q7M2T5W9X4B6C1D0F3'] as const;
const request: SessionRequest = { id: ids[0], agent: 'codex', actor: 'codex-login', command: [], policy: 'ask' };

let repo: LaneTestRepository;
let lane: LaneRow;

beforeEach(async () => {
  repo = new LaneTestRepository();
  await repo.spawn('login');
  lane = await repo.store.read(transaction => findLane(transaction, 'login'));
});

afterEach(() => repo.close());

const inAct = <T>(work: (act: Act) => Promise<T>): Promise<T> =>
  repo.store.transaction(transaction => work({ transaction, actor: person, now: repo.now }));
const sessions = () => repo.store.read(({ agentSessions }) => agentSessions.ofLane(lane.id));
const events = async () => (await repo.eventTypes()).filter(type => type.startsWith('agent_'));

describe('the record of a session', () => {
  it('is one for each lane until it has an end, which it has once', async () => {
    const session = await inAct(act => requestSession(act, lane, request));
    await expect(inAct(act => requestSession(act, lane, { ...request, id: ids[1] }))).rejects.toThrow(
      'codex already runs in L-1 (login).',
    );
    repo.now += 1000;
    await inAct(act => endSession(act, lane, session, { reason: 'failed', why: 'No\naccess with TOKEN=hunter2222' }));
    await inAct(act => endSession(act, lane, session, { reason: 'done', why: null }));
    expect(await sessions()).toMatchObject([
      { state: 'ended', end_reason: 'failed', why: 'No access with TOKEN=[redacted]', ended_at: repo.now },
    ]);
    await inAct(act => requestSession(act, lane, { ...request, id: ids[1] }));
    expect((await sessions()).map(({ state }) => state)).toEqual(['requested', 'ended']);
    expect(await events()).toEqual(['agent_requested', 'agent_ended', 'agent_requested']);
  });

  it('keeps words in their order, without secrets, until they are taken, also those of an earlier session', async () => {
    const session = await inAct(act => requestSession(act, lane, request));
    const text = `Use TOKEN=hunter2222\n${'x'.repeat(20_000)}`;
    await inAct(act => addWord(act, session, lane, { id: ids[1], kind: 'said', text }));
    await inAct(act => endSession(act, lane, session, { reason: 'crashed', why: null }));
    repo.now += 1000;
    const [ended] = await sessions();
    if (ended === undefined) throw new Error('There is no session.');
    const word = { id: ids[2], kind: 'answer', text: 'Yes' } as const;
    const next = await inAct(act =>
      wakeSession(act, lane, { ...ended, session: 'acp-1', requested_by: 'Bob' }, { sessionId: ids[1], word }),
    );
    expect(next).toMatchObject({
      requested_by: 'Bob',
      agent: 'codex',
      actor: 'codex-login',
      resume: 'acp-1',
      policy: 'ask',
      state: 'requested',
    });
    const waiting = await repo.store.read(({ agentWords }) => agentWords.waiting(lane.id));
    expect(waiting.map(({ kind, text, by }) => [kind, text.slice(0, 25), text.length, by])).toEqual([
      ['said', 'Use TOKEN=[redacted]\nxxxx', 16_000, 'Ada'],
      ['answer', 'Yes', 3, 'Ada'],
    ]);
    await inAct(async ({ transaction, now }) => {
      for (const one of await transaction.agentWords.waiting(lane.id))
        await transaction.agentWords.change(one, { taken_at: now });
    });
    expect(await repo.store.read(({ agentWords }) => agentWords.waiting(lane.id))).toEqual([]);
  });

  it('answers a permission once, and expires those that nobody answered with its end', async () => {
    const session = await inAct(act => requestSession(act, lane, request));
    const asked = {
      session_id: session.id,
      lane_id: lane.id,
      paths: '[]',
      asked_at: repo.now,
      expires_at: repo.now + 1,
    };
    const [one, other] = await inAct(async ({ transaction }) => {
      await transaction.agentPermissions.create({ ...asked, id: ids[1], position: 1, title: 'curl', tool: 'execute' });
      await transaction.agentPermissions.create({ ...asked, id: ids[2], position: 2, title: 'rm' });
      return transaction.agentPermissions.ofSession(session.id);
    });
    if (one === undefined || other === undefined) throw new Error('There is no permission.');
    await inAct(act => answerPermission(act, lane, session, one, 'lane'));
    await inAct(async act => {
      const [now = one] = await act.transaction.agentPermissions.ofIds([one.id]);
      await answerPermission(act, lane, session, now, 'refused');
    });
    const kept = await repo.store.read(({ agentPermissions }) => agentPermissions.lasting(lane.id));
    expect(kept.map(({ title, answer }) => [title, answer])).toEqual([['curl', 'lane']]);
    await inAct(async ({ transaction }) => {
      const [row] = await transaction.agentSessions.ofIds([session.id]);
      if (row !== undefined) await changeSession(transaction, row, { state: 'waiting' });
    });
    await inAct(act => endSession(act, lane, session, { reason: 'stopped', why: null }));
    const all = await repo.store.read(({ agentPermissions }) => agentPermissions.ofSession(session.id));
    expect(all.map(({ answer, answered_by }) => [answer, answered_by])).toEqual([
      ['lane', 'Ada'],
      ['expired', 'Ada'],
    ]);
    expect(await events()).toEqual([
      'agent_requested',
      'agent_permission_answered',
      'agent_permission_answered',
      'agent_ended',
    ]);
  });
});
