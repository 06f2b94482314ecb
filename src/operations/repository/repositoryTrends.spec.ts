import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { laneRow } from '../../../test/support/laneRow.js';
import { agent, otherAgent, person, startOfTime, TestRepository } from '../../../test/support/testRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { findingDefer } from '../finding/findingDefer.js';
import { findingRecord } from '../finding/findingRecord.js';
import { findingReopen } from '../finding/findingReopen.js';
import { queueAdd } from '../queue/queueAdd.js';
import { queueAsk } from '../queue/queueAsk.js';
import { queueClaim } from '../queue/queueClaim.js';
import { queueEdit } from '../queue/queueEdit.js';
import { queueReopen } from '../queue/queueReopen.js';
import { queueResolve } from '../queue/queueResolve.js';
import { repositoryTrends } from './repositoryTrends.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const inLane: Actor = { ...agent, lane: 'paint' };

let repo: TestRepository;

beforeEach(() => {
  repo = new TestRepository();
});

afterEach(() => repo.close());

/** The last days of the flow, as `[created, resolved, open]`. */
async function flow(last: number, input: object = {}) {
  const report = await repo.ok(repositoryTrends, { days: 7, ...input });
  return report.flow.slice(-last).map(({ created, resolved, open }) => [created, resolved, open]);
}

async function record(severity: 'high' | 'medium' | 'low', text: string): Promise<string> {
  return (await repo.ok(findingRecord, { severity, path: 'README.md', text, repository: true })).finding.ref;
}

describe('repository.trends', () => {
  it('answers empty where no store is, and makes none', async () => {
    const report = await repo.ok(repositoryTrends, { days: 7 });
    expect(report.flow.map(({ date }) => date)).toEqual([
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
    ]);
    expect(report.activity).toEqual([]);
    expect(report.choices).toEqual({ kinds: [], actors: [], lanes: [] });
    expect(report.nextChangeAt).toBe('2026-11-03T00:00:00.000Z');
    expect((await repo.store.health()).state).toBe('absent');
  });

  it('counts what came, what went and what was open, also where it came back', async () => {
    await repo.ok(queueAdd, { title: 'One', kind: 'bug' });
    await repo.ok(queueAdd, { title: 'Two' }, inLane);
    await repo.ok(queueAdd, { title: 'Three' }, otherAgent);
    repo.now += day;
    await repo.ok(queueResolve, { id: 'W-1', status: 'done' });
    await repo.ok(queueResolve, { id: 'W-2', status: 'failed' }, inLane);
    repo.now += day;
    await repo.ok(queueReopen, { id: 'W-1', reason: 'not done' }, person);
    expect(await flow(4)).toEqual([
      [0, 0, 0],
      [3, 0, 3],
      [0, 2, 1],
      [0, 0, 2],
    ]);
    // Who did it and where narrows what was done, not how large the queue is.
    expect(await flow(3, { actor: 'codex' })).toEqual([
      [2, 0, 3],
      [0, 2, 1],
      [0, 0, 2],
    ]);
    expect(await flow(3, { lane: 'paint' })).toEqual([
      [1, 0, 3],
      [0, 1, 1],
      [0, 0, 2],
    ]);
    expect(await flow(3, { kind: 'bug' })).toEqual([
      [1, 0, 1],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    const { choices } = await repo.ok(repositoryTrends, {});
    expect(choices).toEqual({ kinds: ['bug', 'general'], actors: ['Ada', 'claude', 'codex'], lanes: ['paint'] });
  });

  it('compares the last seven days with the seven before them, whatever is asked for', async () => {
    await repo.ok(queueAdd, { title: 'One' });
    await repo.ok(queueAdd, { title: 'Two' });
    await repo.ok(queueClaim, { id: 'W-1' }, { ...person, name: 'Eve' });
    await repo.ok(queueAsk, { id: 'W-1', question: 'Red?' }, { ...person, name: 'Eve' });
    // Who did nothing that a chart counts is not offered.
    expect((await repo.ok(repositoryTrends, {})).choices.actors).not.toContain('Eve');
    repo.now += 7 * day;
    await repo.ok(queueAdd, { title: 'Three', kind: 'bug' });
    await repo.ok(queueResolve, { id: 'W-2', status: 'done' });
    const weeks = {
      created: { last: 1, before: 2 },
      claimed: { last: 0, before: 1 },
      asked: { last: 0, before: 1 },
      resolved: { last: 1, before: 0 },
    };
    expect((await repo.ok(repositoryTrends, {})).weeks).toEqual(weeks);
    expect((await repo.ok(repositoryTrends, { days: 7, kind: 'bug', actor: 'claude' })).weeks).toEqual(weeks);
    await repo.ok(queueAdd, { title: 'Four' });
    repo.now += 7 * day;
    expect((await repo.ok(repositoryTrends, {})).weeks.created).toEqual({ last: 0, before: 2 });
  });

  it('counts on from what it knows, and anew where the past became another', async () => {
    await repo.ok(queueAdd, { title: 'One' });
    expect(await flow(1)).toEqual([[1, 0, 1]]);
    expect(await flow(1, { kind: 'bug' })).toEqual([[0, 0, 0]]);
    await repo.ok(queueAdd, { title: 'Two' });
    await repo.ok(queueResolve, { id: 'W-2', status: 'done' });
    expect(await flow(1)).toEqual([[2, 1, 1]]);
    expect(await flow(1)).toEqual([[2, 1, 1]]);
    await repo.ok(queueEdit, { id: 'W-1', kind: 'bug' });
    expect(await flow(1, { kind: 'bug' })).toEqual([[1, 0, 1]]);
    const backup = `${repo.directory}/backup.sqlite`;
    await repo.store.maintenance.backup(backup);
    await repo.ok(queueAdd, { title: 'Three' });
    expect(await flow(1)).toEqual([[3, 1, 2]]);
    await repo.store.maintenance.restore(backup);
    expect(await flow(1)).toEqual([[2, 1, 1]]);
  });

  it('puts what happened on the reader’s days and hours', async () => {
    // 23:30 in UTC is half past midnight in Berlin.
    repo.now = startOfTime + 13.5 * hour;
    await repo.ok(queueAdd, { title: 'Night' });
    const at = async (utcOffsetMinutes: number) => {
      const report = await repo.ok(repositoryTrends, { days: 7, utcOffsetMinutes });
      const last = report.flow.at(-1);
      return [last?.date, last?.created, report.activity[0]?.hours.indexOf(1)];
    };
    expect(await at(60)).toEqual(['2026-11-03', 1, 0]);
    expect(await at(-300)).toEqual(['2026-11-02', 1, 18]);
    expect(await at(345)).toEqual(['2026-11-03', 1, 5]);
  });

  it('groups what is open by age, to the millisecond', async () => {
    for (const age of [day - 1, day, 3 * day - 1, 3 * day, 7 * day, 30 * day - 1, 30 * day]) {
      repo.now = startOfTime - age;
      await repo.ok(queueAdd, { title: `${age} old` });
    }
    repo.now = startOfTime - 2 * day;
    const finding = await record('high', 'Old');
    await record('low', 'Gone');
    await repo.ok(findingDefer, { ids: ['F-2'], note: 'later' });
    repo.now = startOfTime;
    await record('high', 'New');
    await repo.ok(queueResolve, { id: 'W-1', status: 'cancelled' });
    const report = await repo.ok(repositoryTrends, {});
    expect(report.ages).toEqual({ day: 0, threeDays: 2, week: 1, month: 2, older: 1 });
    expect(report.findings.open).toEqual({
      high: { day: 1, threeDays: 1, week: 0, month: 0, older: 0 },
      medium: { day: 0, threeDays: 0, week: 0, month: 0, older: 0 },
      low: { day: 0, threeDays: 0, week: 0, month: 0, older: 0 },
    });
    expect(report.findings.flow.slice(-3).map(({ opened, closed }) => [opened, closed])).toEqual([
      [2, 1],
      [0, 0],
      [1, 0],
    ]);
    await repo.ok(findingDefer, { ids: [finding], note: 'later' });
    await repo.ok(findingReopen, { ids: [finding], reason: 'now' });
    const later = await repo.ok(repositoryTrends, {});
    expect(later.findings.flow.slice(-1).map(({ opened, closed }) => [opened, closed])).toEqual([[2, 1]]);
  });

  it('adds up what it counts in several parts, as many events are', async () => {
    // Two moments of one hour: the parts meet between them.
    const created = (at: number) => newEvent(agent, startOfTime - day + at, 'work_item_created', null, {});
    const events = [...Array(30_000).fill(created(0)), ...Array(30_000).fill(created(minute))];
    await repo.store.transaction(transaction => transaction.events.append(events));
    const report = await repo.ok(repositoryTrends, { days: 7 });
    expect(report.flow.map(({ date, created }) => [date, created])).toContainEqual(['2026-11-01', 60_000]);
    expect(report.activity.map(({ total }) => total)).toEqual([60_000]);
    // Earlier counts are kept; new events are added.
    await repo.store.transaction(transaction => transaction.events.append([created(2 * minute)]));
    const later = await repo.ok(repositoryTrends, { days: 7 });
    expect(later.flow.map(({ date, created }) => [date, created])).toContainEqual(['2026-11-01', 60_001]);
  });

  it('measures how long lanes waited for their review', async () => {
    const step = (at: number, type: string, lane: number, actor: Actor) =>
      newEvent(actor, startOfTime + at, type, null, { lane: `L-${lane}`, name: `lane-${lane}` });
    await repo.store.transaction(async transaction => {
      await transaction.lanes.insert([laneRow({ id: 'lane-1', number: 1, name: 'lane-1' })]);
      await transaction.events.append([
        step(-2 * day, 'worker_submitted', 1, agent),
        step(-2 * day + 20 * minute, 'worker_sent_back', 1, person),
        // Begun again by a later submission; ended on the next day.
        step(-day, 'worker_submitted', 1, agent),
        step(-day + hour, 'worker_submitted', 1, agent),
        step(-4 * hour, 'worker_approved', 1, person),
        step(-4 * hour, 'worker_submitted', 2, otherAgent),
        step(-2 * hour, 'worker_approved', 2, otherAgent),
        step(-hour, 'worker_submitted', 3, agent),
        // An approval that follows none counts for nothing.
        step(-hour, 'worker_approved', 2, person),
      ]);
    });
    const reviews = async (input: object) =>
      (await repo.ok(repositoryTrends, { days: 7, ...input })).reviews
        .slice(-3)
        .map(({ ended, medianMinutes, longestMinutes }) => [ended, medianMinutes, longestMinutes]);
    expect(await reviews({})).toEqual([
      [1, 20, 20],
      [0, null, null],
      [2, 120, 1140],
    ]);
    expect(await reviews({ actor: 'Ada' })).toEqual([
      [1, 20, 20],
      [0, null, null],
      [1, 1140, 1140],
    ]);
    expect(await reviews({ lane: 'lane-2' })).toEqual([
      [0, null, null],
      [0, null, null],
      [1, 120, 120],
    ]);
  });

  it('names the busiest agents and sums up the others', async () => {
    for (const [index, name] of ['a', 'b', 'c', 'd', 'e', 'f', 'g'].entries()) {
      for (let count = 7 - index; count > 0; count -= 1)
        await repo.ok(queueAdd, { title: 'x' }, { role: 'agent', name });
    }
    await repo.ok(queueAdd, { title: 'By a person' }, person);
    // The same person in a shell without a terminal.
    await repo.ok(queueAdd, { title: 'By a script' }, { role: 'agent', name: person.name });
    const { activity } = await repo.ok(repositoryTrends, {});
    expect(activity.map(({ actor, total }) => [actor, total])).toEqual([
      ['a', 7],
      ['b', 6],
      ['c', 5],
      ['d', 4],
      ['e', 3],
      [null, 3],
    ]);
    expect(activity[5]?.hours).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('offers fifty of many, and always what it was asked for', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `agent-${index + 10}`);
    for (const name of names) await repo.ok(queueAdd, { title: 'x' }, { role: 'agent', name });
    const offered = async (input: object) => (await repo.ok(repositoryTrends, input)).choices.actors;
    expect(await offered({})).toEqual(names.slice(0, 50));
    expect(await offered({ actor: 'agent-12' })).toEqual(names.slice(0, 50));
    expect(await offered({ actor: 'agent-69' })).toEqual([...names.slice(0, 49), 'agent-69']);
    expect(await offered({ actor: 'nobody' })).toEqual([...names.slice(0, 49), 'nobody']);
  });

  it('refuses a number of days that it does not know', async () => {
    const refusal = await repo.refused(repositoryTrends, { days: 8 });
    expect(refusal).toMatchObject({ code: 'invalid_input' });
    expect(refusal.message).toContain('days: it must be one of 7, 14, 30, 90');
  });
});
