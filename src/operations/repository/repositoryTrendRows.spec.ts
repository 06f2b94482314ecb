import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { laneRow } from '../../../test/support/laneRow.js';
import { agent, otherAgent, person, startOfTime, TestRepository } from '../../../test/support/testRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { ageGroups, type TrendReport } from '../../reports/trendReport.js';
import { findingDefer } from '../finding/findingDefer.js';
import { findingRecord } from '../finding/findingRecord.js';
import { findingReopen } from '../finding/findingReopen.js';
import { findingWontfix } from '../finding/findingWontfix.js';
import { queueAdd } from '../queue/queueAdd.js';
import { queueClaim } from '../queue/queueClaim.js';
import { queueReopen } from '../queue/queueReopen.js';
import { queueResolve } from '../queue/queueResolve.js';
import { repositoryTrendRows } from './repositoryTrendRows.js';
import { repositoryTrends } from './repositoryTrends.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const inPaint: Actor = { ...agent, lane: 'paint' };
const inWings: Actor = { ...otherAgent, lane: 'wings' };

type Asked = z.input<typeof repositoryTrendRows.input>;
type Filter = Pick<Asked, 'days' | 'kind' | 'actor' | 'lane' | 'utcOffsetMinutes'>;

let repo: TestRepository;

beforeAll(async () => {
  repo = new TestRepository();
  await seed();
});

afterAll(() => repo.close());

/** Ten days of two agents, each in a lane and out of it, and a person; of two kinds of work, findings and reviews. */
async function seed(): Promise<void> {
  const at = (before: number): void => {
    repo.now = startOfTime - before;
  };
  const add = (kind: string, actor: Actor) => repo.ok(queueAdd, { title: `A ${kind}`, kind }, actor);
  const find = (severity: 'high' | 'medium' | 'low', actor: Actor, number: number) =>
    repo.ok(findingRecord, { severity, path: 'README.md', text: `Remark ${number}`, repository: true }, actor);
  at(40 * day);
  await add('bug', person);
  await find('high', agent, 1);
  // Before the seven days and within the fourteen.
  at(9 * day);
  await add('bug', inPaint);
  await add('chore', inWings);
  await find('medium', inPaint, 2);
  at(6 * day - 3 * hour);
  await add('bug', agent);
  await add('chore', inPaint);
  await add('bug', inWings);
  await find('low', inWings, 3);
  await find('high', person, 4);
  await repo.ok(queueResolve, { id: 'W-2', status: 'done' }, inPaint);
  at(4 * day + 7 * hour);
  await add('bug', person);
  await repo.ok(queueResolve, { id: 'W-3', status: 'failed' }, inWings);
  await repo.ok(queueResolve, { id: 'W-4', status: 'done' }, agent);
  await repo.ok(findingDefer, { ids: ['F-3'], note: 'later' }, inPaint);
  await repo.ok(findingWontfix, { ids: ['F-4'], note: 'on purpose' }, person);
  // So late that it is the next day in India.
  at(2 * day - 13 * hour);
  await repo.ok(queueReopen, { id: 'W-4', reason: 'not done' }, person);
  await repo.ok(findingReopen, { ids: ['F-3'], reason: 'now' }, inWings);
  await find('medium', agent, 5);
  at(3 * hour);
  await repo.ok(queueClaim, { id: 'W-5' }, inPaint);
  await add('chore', agent);
  await find('low', inPaint, 6);
  at(0);
  const step = (before: number, type: string, lane: string, actor: Actor) =>
    newEvent(actor, startOfTime - before, type, null, { lane: lane === 'paint' ? 'L-1' : 'L-2', name: lane });
  await repo.store.transaction(async transaction => {
    await transaction.lanes.insert([
      laneRow({ id: 'lane-1', number: 1, name: 'paint' }),
      laneRow({ id: 'lane-2', number: 2, name: 'wings' }),
    ]);
    await transaction.events.append([
      // Begun before the days that are shown.
      step(8 * day, 'worker_submitted', 'paint', inPaint),
      step(5 * day, 'worker_sent_back', 'paint', person),
      step(5 * day, 'worker_submitted', 'wings', inWings),
      step(5 * day - hour, 'worker_approved', 'wings', agent),
      step(day, 'worker_submitted', 'paint', inPaint),
      step(2 * hour, 'worker_approved', 'paint', otherAgent),
    ]);
  });
}

/** Each number that is not 0 with what is asked for its list, and of each column the sum with what is asked for all of it. */
function numbersOf({ flow, ages, findings, reviews, activity }: TrendReport): (readonly [number, Asked])[] {
  const byDay = (of: Asked['of'], counts: readonly { date: string; count: number }[]) => [
    ...counts.map(({ date, count }) => [count, { of, date }] as const),
    [sum(counts.map(({ count }) => count)), { of }] as const,
  ];
  const severities = ['high', 'medium', 'low'] as const;
  const all: (readonly [number, Asked])[] = [
    ...byDay(
      'created',
      flow.map(({ date, created }) => ({ date, count: created })),
    ),
    ...byDay(
      'resolved',
      flow.map(({ date, resolved }) => ({ date, count: resolved })),
    ),
    ...byDay(
      'opened',
      findings.flow.map(({ date, opened }) => ({ date, count: opened })),
    ),
    ...byDay(
      'closed',
      findings.flow.map(({ date, closed }) => ({ date, count: closed })),
    ),
    ...byDay(
      'reviews',
      reviews.map(({ date, ended }) => ({ date, count: ended })),
    ),
    ...ageGroups.map(age => [ages[age], { of: 'open', age }] as const),
    [sum(Object.values(ages)), { of: 'open' }],
    ...severities.flatMap(severity => [
      ...ageGroups.map(age => [findings.open[severity][age], { of: 'openFindings', severity, age }] as const),
      [sum(Object.values(findings.open[severity])), { of: 'openFindings', severity }] as const,
    ]),
    ...activity.flatMap(({ actor, hours, total }) =>
      actor === null
        ? []
        : [
            ...hours.map((count, index) => [count, { of: 'activity', actor, hour: index }] as const),
            [total, { of: 'activity', actor }] as const,
          ],
    ),
  ];
  return all.filter(([count, { date, age, hour: at }]) => count > 0 || (date ?? age ?? at) === undefined);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** What the days of a filter count in all: created, resolved, opened, closed, reviews, open, open findings, agents' events. */
async function totals(filter: Filter): Promise<number[]> {
  const report = await repo.ok(repositoryTrends, filter);
  return [
    sum(report.flow.map(({ created }) => created)),
    sum(report.flow.map(({ resolved }) => resolved)),
    sum(report.findings.flow.map(({ opened }) => opened)),
    sum(report.findings.flow.map(({ closed }) => closed)),
    sum(report.reviews.map(({ ended }) => ended)),
    sum(Object.values(report.ages)),
    sum(Object.values(report.findings.open).flatMap(ages => Object.values(ages))),
    sum(report.activity.map(({ total }) => total)),
  ];
}

const filters: Filter[] = ([7, 14] as const).flatMap(days =>
  [undefined, 'bug', 'chore'].flatMap(kind =>
    [undefined, 'codex', 'claude', 'Ada'].flatMap(actor =>
      [undefined, 'paint', 'wings'].map(lane => ({
        days,
        ...(kind === undefined ? {} : { kind }),
        ...(actor === undefined ? {} : { actor }),
        ...(lane === undefined ? {} : { lane }),
      })),
    ),
  ),
);

describe('repository.trendRows', () => {
  it('has something to list of each kind, whatever narrows it', async () => {
    expect(await totals({ days: 14 })).toEqual([7, 3, 6, 2, 3, 6, 5, 21]);
  });

  it.each([0, 330])('lists as many as each number says, under each filter, %i minutes from UTC', async offset => {
    const wrong: unknown[] = [];
    let seen = 0;
    for (const filter of filters) {
      const narrowed = { ...filter, utcOffsetMinutes: offset };
      for (const [count, asked] of numbersOf(await repo.ok(repositoryTrends, narrowed))) {
        const { total, rows } = await repo.ok(repositoryTrendRows, { ...narrowed, ...asked });
        seen += 1;
        if (total !== count || rows.length !== count)
          wrong.push({ ...narrowed, ...asked, count, total, rows: rows.length });
      }
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(1500);
  });

  it('lists what was meant: under a filter only what its actor did', async () => {
    const rows = async (asked: Asked) =>
      (await repo.ok(repositoryTrendRows, { days: 14, ...asked })).rows.map(
        ({ ref, actor, type, minutes }) => `${ref} ${actor} ${type ?? ''}${minutes ?? ''}`,
      );
    expect(await rows({ of: 'created', actor: 'codex', lane: 'paint' })).toEqual([
      'W-5 codex work_item_created',
      'W-2 codex work_item_created',
    ]);
    expect(await rows({ of: 'resolved', kind: 'bug' })).toEqual([
      'W-4 codex work_item_resolved',
      'W-2 codex work_item_resolved',
    ]);
    expect(await rows({ of: 'opened', date: '2026-10-31' })).toEqual([
      'F-5 codex finding_recorded',
      'F-3 claude finding_reopened',
    ]);
    expect(await rows({ of: 'closed' })).toEqual(['F-4 Ada finding_wontfixed', 'F-3 codex finding_deferred']);
    expect(await rows({ of: 'reviews' })).toEqual([
      'L-1 claude worker_approved1320',
      'L-2 codex worker_approved60',
      'L-1 Ada worker_sent_back4320',
    ]);
    expect(await rows({ of: 'open', kind: 'bug' })).toEqual(['W-1 null ', 'W-4 null ', 'W-6 null ', 'W-7 null ']);
    expect(await rows({ of: 'openFindings', severity: 'low' })).toEqual(['F-3 claude ', 'F-6 codex ']);
    expect(await rows({ of: 'activity', actor: 'claude', lane: 'wings', hour: 13 })).toEqual([
      'F-3 claude finding_recorded',
      'W-6 claude work_item_created',
    ]);
  });

  it('cuts a list at its limit and tells the number all the same', async () => {
    const { total, rows } = await repo.ok(repositoryTrendRows, { of: 'created', days: 14, limit: 2 });
    expect([total, rows.map(({ ref }) => ref)]).toEqual([7, ['W-8', 'W-7']]);
  });

  it('refuses a day that is none of those that are shown', async () => {
    expect(await repo.refused(repositoryTrendRows, { of: 'created', days: 7, date: '2026-10-26' })).toMatchObject({
      code: 'invalid_input',
      message: '2026-10-26 is not within the last 7 days.',
    });
  });
});
