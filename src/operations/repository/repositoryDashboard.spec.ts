import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agent, otherAgent, person, startOfTime, TestRepository } from '../../../test/support/testRepository.js';
import { queueAdd } from '../queue/queueAdd.js';
import { queueAsk } from '../queue/queueAsk.js';
import { queueClaim } from '../queue/queueClaim.js';
import { queueHeartbeat } from '../queue/queueHeartbeat.js';
import { queueResolve } from '../queue/queueResolve.js';
import { repositoryDashboard } from './repositoryDashboard.js';

const minute = 60_000;
const hour = 60 * minute;

let repository: TestRepository;

beforeEach(() => {
  repository = new TestRepository();
});

afterEach(() => repository.close());

describe('repository.dashboard', () => {
  it('answers empty where no store is, and makes none', async () => {
    const report = await repository.ok(repositoryDashboard, {});
    expect(report.counts).toEqual({ needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 });
    expect(report.days.map(({ date }) => date)).toEqual([
      '2026-10-20',
      '2026-10-21',
      '2026-10-22',
      '2026-10-23',
      '2026-10-24',
      '2026-10-25',
      '2026-10-26',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
    ]);
    expect(report.events).toEqual([]);
    expect((await repository.store.health()).state).toBe('absent');
  });

  it('shows a day of work', async () => {
    await repository.ok(queueAdd, { title: 'Paint' });
    await repository.ok(queueAdd, { title: 'Hang', dependsOn: ['W-1'] });
    await repository.ok(queueAdd, { title: 'Photograph', dependsOn: ['W-2'] });
    await repository.ok(queueAdd, { title: 'Build', priority: 0 });
    await repository.ok(queueAdd, { title: 'Sweep', due: '+1d' });
    await repository.ok(queueAdd, { title: 'Rest', notBefore: '+3h' });
    await repository.ok(queueAdd, { title: 'Lift' });
    repository.now += minute;
    await repository.ok(queueClaim, { id: 'W-1' }, agent);
    repository.now += minute;
    await repository.ok(queueAsk, { id: 'W-1', question: 'Blue?' }, agent);
    await repository.ok(queueClaim, { id: 'W-4', lease: '10m' }, otherAgent);
    await repository.ok(queueClaim, { id: 'W-7' }, person);
    repository.now += 9 * minute;
    await repository.ok(queueHeartbeat, { id: 'W-4', lease: '10m' }, otherAgent);
    repository.now += 2 * minute;

    const report = await repository.ok(repositoryDashboard, {});
    expect(report.at).toBe('2026-11-02T10:13:00.000Z');
    expect(report.counts).toEqual({ needs_you: 1, ready: 1, in_flight: 2, blocked: 2, scheduled: 1, done: 0 });
    expect(report.needsYou).toEqual({
      total: 1,
      rows: [
        {
          kind: 'workItem',
          ref: 'W-1',
          item: 'W-1',
          lane: null,
          task: null,
          title: 'Paint',
          priority: 2,
          question: 'Blue?',
          owner: 'codex',
          since: '2026-11-02T10:02:00.000Z',
          blocks: 2,
          next: 'queue advance W-1 --answer "…"',
          acts: [{ operation: 'queue.advance', input: { id: 'W-1' } }],
        },
      ],
    });
    // The heartbeat at 10:11 keeps the claim alive past the end of its lease at 10:12.
    expect(report.working.rows.map(({ ref, owner, leaseUntil }) => [ref, owner, leaseUntil])).toEqual([
      ['W-4', 'claude', '2026-11-02T10:21:00.000Z'],
      ['W-7', 'Ada', null],
    ]);
    expect(report.upNext).toEqual({
      total: 1,
      rows: [
        {
          ref: 'W-5',
          title: 'Sweep',
          priority: 2,
          due: '2026-11-03T10:00:00.000Z',
          leaseExpired: false,
          why: 'only',
        },
      ],
    });
    expect(report.nextChangeAt).toBe('2026-11-02T10:21:00.000Z');
    expect(report.events.slice(0, 3).map(({ type, actor, workItem, title }) => [type, actor, workItem, title])).toEqual(
      [
        ['work_item_claimed', 'Ada', 'W-7', 'Lift'],
        ['work_item_claimed', 'claude', 'W-4', 'Build'],
        ['work_item_asked', 'codex', 'W-1', 'Paint'],
      ],
    );
  });

  it('puts what happened on the reader’s days', async () => {
    // 10:00 on the 2nd in UTC; 23:30 there is already the 3rd in Berlin and still the 2nd in New York.
    await repository.ok(queueAdd, { title: 'Morning' });
    repository.now = startOfTime + 13.5 * hour;
    await repository.ok(queueAdd, { title: 'Night' });
    await repository.ok(queueResolve, { id: 'W-1', status: 'failed' });
    const days = async (utcOffsetMinutes: number) => {
      const report = await repository.ok(repositoryDashboard, { utcOffsetMinutes });
      return { last: report.days.slice(-2), change: report.nextChangeAt };
    };
    expect(await days(60)).toEqual({
      last: [
        { date: '2026-11-02', created: 1, resolved: 0 },
        { date: '2026-11-03', created: 1, resolved: 1 },
      ],
      change: '2026-11-03T23:00:00.000Z',
    });
    expect(await days(-300)).toEqual({
      last: [
        { date: '2026-11-01', created: 0, resolved: 0 },
        { date: '2026-11-02', created: 2, resolved: 1 },
      ],
      change: '2026-11-03T05:00:00.000Z',
    });
  });

  it('names work that nobody but a person can free', async () => {
    await repository.ok(queueAdd, { title: 'Try' });
    await repository.ok(queueAdd, { title: 'Drop', dependsOn: ['W-1'] });
    await repository.ok(queueResolve, { id: 'W-1', status: 'failed' });
    const { stuck } = await repository.ok(repositoryDashboard, {});
    expect(stuck).toEqual({
      total: 1,
      rows: [{ ref: 'W-2', title: 'Drop', blockedBy: [{ ref: 'W-1', status: 'failed' }] }],
    });
  });

  it('refuses an offset that no clock has', async () => {
    const refusal = await repository.refused(repositoryDashboard, { utcOffsetMinutes: 1441 });
    expect(refusal.code).toBe('invalid_input');
  });
});
