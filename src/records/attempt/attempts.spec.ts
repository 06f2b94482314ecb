import { beforeEach, describe, expect, it } from 'vitest';
import { agent, otherAgent, person, TestRepository } from '../../../test/support/testRepository.js';
import { queueShow } from '../../operations/queue/queueShow.js';
import type { Act } from '../act.js';
import { type AttemptEnding, type AttemptPlace, type AttemptStart, beginAttempt, endAttempt } from './attempts.js';

const minute = 60_000;
const task = { laneId: null, taskId: '01KAZ3V8Q7M2T5W9X4B6C1D0F1' };
const lane = { laneId: '01KAZ3V8Q7M2T5W9X4B6C1D0F2', taskId: null };

let repo: TestRepository;
let itemId: string;
beforeEach(async () => {
  repo = new TestRepository();
  itemId = (await repo.add('One')).id;
});

const inAct = <T>(write: (act: Act) => Promise<T>, actor = agent): Promise<T> =>
  repo.store.transaction(transaction => write({ transaction, actor, now: repo.now }));
const begin = (place: AttemptPlace, by: AttemptStart['by'] = agent, atLeast?: number) =>
  inAct(act => beginAttempt(act, { itemId, ...place, by, ...(atLeast === undefined ? {} : { atLeast }) }));
const end = (ending: AttemptEnding, where: Partial<Pick<AttemptPlace, 'laneId'>> = {}) =>
  inAct(act => endAttempt(act, { itemId, ...where }, ending));
const shown = async () =>
  (await repo.ok(queueShow, { id: 'W-1' }, person)).attempts.map(({ number, actor, begun, ended, endReason }) =>
    [number, actor, begun.slice(11, 16), ended?.slice(11, 16) ?? null, endReason].join(' '),
  );

describe('attempts at a work item', () => {
  it('are counted from 1, one after the other, by whoever begins', async () => {
    expect((await repo.ok(queueShow, { id: 'W-1' })).attempts).toEqual([]);
    await begin(task, { name: 'codex', model: 'gpt-6', session: 's-1' });
    repo.now += minute;
    await end({ reason: 'failed', why: 'No\naccess', backup: 'refs/stateroom/rescue/login/1' });
    repo.now += minute;
    await begin(task, otherAgent);
    expect((await repo.ok(queueShow, { id: 'W-1' })).attempts).toEqual([
      {
        workItem: 'W-1',
        number: 1,
        lane: null,
        task: null,
        actor: 'codex',
        model: 'gpt-6',
        session: 's-1',
        begun: '2026-11-02T10:00:00.000Z',
        ended: '2026-11-02T10:01:00.000Z',
        endReason: 'failed',
        why: 'No access',
        evidence: null,
        backup: 'refs/stateroom/rescue/login/1',
      },
      {
        workItem: 'W-1',
        number: 2,
        lane: null,
        task: null,
        actor: 'claude',
        model: null,
        session: null,
        begun: '2026-11-02T10:02:00.000Z',
        ended: null,
        endReason: null,
        why: null,
        evidence: null,
        backup: null,
      },
    ]);
  });

  it('begin once for who goes on, and end as taken over by someone else in the same place', async () => {
    await begin(lane);
    await begin(lane);
    expect(await shown()).toEqual(['1 codex 10:00  ']);
    repo.now += minute;
    await begin(lane, otherAgent);
    expect(await shown()).toEqual(['1 codex 10:00 10:01 taken-over', '2 claude 10:01  ']);
  });

  it('run beside each other in different places, each with an end of its own', async () => {
    await begin(lane);
    await begin(task, otherAgent);
    await end({ reason: 'cancelled' }, { laneId: lane.laneId });
    expect(await shown()).toEqual(['1 codex 10:00 10:00 cancelled', '2 claude 10:00  ']);
    await end({ reason: 'done' });
    expect(await shown()).toEqual(['1 codex 10:00 10:00 cancelled', '2 claude 10:00 10:00 done']);
  });

  it('go on after the end of a session, which a later end replaces', async () => {
    await begin(task);
    await end({ reason: 'session-ended' });
    expect(await shown()).toEqual(['1 codex 10:00 10:00 session-ended']);
    repo.now += minute;
    await begin(task);
    expect(await shown()).toEqual(['1 codex 10:00  ']);
    await end({ reason: 'session-ended' });
    repo.now += minute;
    await end({ reason: 'done' });
    expect(await shown()).toEqual(['1 codex 10:00 10:02 done']);
    await end({ reason: 'released' });
    expect(await shown()).toEqual(['1 codex 10:00 10:02 done']);
  });

  it('stay with a session that ended when someone else goes on', async () => {
    await begin(task);
    await end({ reason: 'session-ended' });
    repo.now += minute;
    await begin(task, otherAgent);
    expect(await shown()).toEqual(['1 codex 10:00 10:00 session-ended', '2 claude 10:01  ']);
  });

  it('go on with the number that a lane counts already', async () => {
    await begin(lane, agent, 3);
    await end({ reason: 'retried' });
    await begin(lane, agent, 2);
    expect(await shown()).toEqual(['3 codex 10:00 10:00 retried', '4 codex 10:00  ']);
  });

  it('keep a backup that is made after the end', async () => {
    await begin(lane);
    await end({ reason: 'failed', why: 'No access' });
    await end({ reason: 'cancelled', backup: 'refs/stateroom/rescue/login/1' }, { laneId: lane.laneId });
    const { attempts } = await repo.ok(queueShow, { id: 'W-1' });
    expect(attempts).toMatchObject([
      { endReason: 'failed', why: 'No access', backup: 'refs/stateroom/rescue/login/1' },
    ]);
  });
});
