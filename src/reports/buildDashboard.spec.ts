import { describe, expect, it } from 'vitest';
import { noDue } from '../domain/workItem/queueOrder.js';
import type { WorkItemRow } from '../domain/workItem/workItemRow.js';
import { buildDashboard, type DashboardReads } from './buildDashboard.js';
import { dashboardReportSchema } from './dashboardReport.js';

const now = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;

function row(number: number, more: Partial<WorkItemRow> = {}): WorkItemRow {
  return {
    id: `id${number}`,
    repository_id: 'repository',
    number,
    key: null,
    title: `Item ${number}`,
    kind: 'task',
    status: 'pending',
    priority: 2,
    rank: 0,
    payload: 'null',
    labels: '[]',
    owner: null,
    owner_role: null,
    token: 0,
    lease_until: null,
    not_before: null,
    due_at: null,
    due_sort: noDue,
    open_dependencies: 0,
    question: null,
    answer: null,
    notes: null,
    queued_by: null,
    claimed_at: null,
    resolved_at: null,
    created_at: now - number * minute,
    updated_at: now - number * minute,
    revision: 1,
    assignee: null,
    parent_id: null,
    ...more,
  };
}

const nothing: DashboardReads = {
  tasks: [],
  lanes: [],
  now,
  heartbeats: new Map(),
  counts: { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
  waiting: [],
  openDependents: new Map(),
  lastAsked: new Map(),
  stuck: { total: 0, edges: [] },
  inFlight: [],
  ready: [],
  days: { dates: ['2026-11-20', '2026-11-21'], bounds: ['2026-11-20', '2026-11-21', '2026-11-22'].map(Date.parse) },
  perDay: [
    { created: 3, resolved: 1 },
    { created: 0, resolved: 2 },
  ],
  events: [],
  titles: new Map(),
  nextChange: undefined,
};

describe('the dashboard’s read model', () => {
  it('fits its schema when there is nothing', () => {
    const report = buildDashboard(nothing);
    expect(dashboardReportSchema.parse(report)).toEqual(report);
    expect(report.days).toEqual([
      { date: '2026-11-20', created: 3, resolved: 1 },
      { date: '2026-11-21', created: 0, resolved: 2 },
    ]);
    expect(report.nextChangeAt).toBe('2026-11-22T00:00:00.000Z');
  });

  it('ranks questions by how much waits behind them, through others too, each item once', () => {
    const report = buildDashboard({
      ...nothing,
      counts: { ...nothing.counts, needs_you: 40 },
      waiting: [
        row(1, { priority: 0, question: 'Blocks one?', owner: 'ada' }),
        row(2, { question: null }),
        row(3, { question: 'Blocks three?', owner: 'bob' }),
      ],
      openDependents: new Map([
        ['id1', ['id7']],
        ['id3', ['id4', 'id5']],
        ['id4', ['id6']],
        ['id5', ['id6']],
        ['id6', ['id3']],
      ]),
      lastAsked: new Map([['id3', now - 5 * minute]]),
    });
    expect(report.needsYou.total).toBe(40);
    expect(report.needsYou.rows).toEqual([
      // The ring back to the item itself does not occur in a store; it must not hang all the same.
      {
        ref: 'W-3',
        title: 'Item 3',
        priority: 2,
        question: 'Blocks three?',
        owner: 'bob',
        since: '2026-11-21T11:55:00.000Z',
        blocks: 3,
      },
      {
        ref: 'W-1',
        title: 'Item 1',
        priority: 0,
        question: 'Blocks one?',
        owner: 'ada',
        since: '2026-11-21T11:59:00.000Z',
        blocks: 1,
      },
      {
        ref: 'W-2',
        title: 'Item 2',
        priority: 2,
        question: null,
        owner: null,
        since: '2026-11-21T11:58:00.000Z',
        blocks: 0,
      },
    ]);
  });

  it('says until when each claim holds, heartbeats counted', () => {
    const claim = { status: 'in_flight', owner: 'ada', token: 3, claimed_at: now - 20 * minute } as const;
    const report = buildDashboard({
      ...nothing,
      heartbeats: new Map([['id1.3', now + 9 * minute]]),
      inFlight: [
        row(1, { ...claim, owner_role: 'agent', lease_until: now - 5 * minute }),
        row(2, { ...claim, owner_role: 'human', owner: 'Robin' }),
      ],
    });
    expect(report.working.rows).toEqual([
      {
        ref: 'W-1',
        title: 'Item 1',
        owner: 'ada',
        ownerRole: 'agent',
        claimedAt: '2026-11-21T11:40:00.000Z',
        leaseUntil: '2026-11-21T12:09:00.000Z',
      },
      {
        ref: 'W-2',
        title: 'Item 2',
        owner: 'Robin',
        ownerRole: 'human',
        claimedAt: '2026-11-21T11:40:00.000Z',
        leaseUntil: null,
      },
    ]);
  });

  it('says why each item comes before the next', () => {
    const report = buildDashboard({
      ...nothing,
      ready: [
        row(1, { priority: 0 }),
        row(2, { rank: -1, status: 'in_flight' }),
        row(3, { due_at: now, due_sort: now }),
        row(4, { created_at: now - 9 * minute }),
        row(5),
        row(6),
      ],
    });
    expect(report.upNext.rows.map(({ ref, why, leaseExpired }) => [ref, why, leaseExpired])).toEqual([
      ['W-1', 'priority', false],
      ['W-2', 'position', true],
      ['W-3', 'due', false],
      ['W-4', 'age', false],
      ['W-5', 'age', false],
    ]);
    expect(buildDashboard({ ...nothing, ready: [row(6)] }).upNext.rows[0]?.why).toBe('only');
  });

  it('gathers what holds up a stuck item, and titles events', () => {
    const report = buildDashboard({
      ...nothing,
      stuck: {
        total: 1,
        edges: [
          { number: 8, title: 'Ship', blockerNumber: 3, blockerStatus: 'failed' },
          { number: 8, title: 'Ship', blockerNumber: 4, blockerStatus: 'cancelled' },
        ],
      },
      events: [
        {
          repository_id: 'repository',
          id: 12,
          ts: now,
          type: 'work_item_claimed',
          actor: 'ada',
          role: 'agent',
          harness: null,
          model: null,
          session: null,
          lane: null,
          work_item_id: 'id8',
          task_id: null,
          payload: '{}',
          work_item_number: 8,
        },
        {
          repository_id: 'repository',
          id: 11,
          ts: now,
          type: 'deployed',
          actor: null,
          role: null,
          harness: null,
          model: null,
          session: null,
          lane: null,
          work_item_id: null,
          task_id: null,
          payload: '{}',
          work_item_number: null,
        },
      ],
      titles: new Map([['id8', 'Ship']]),
      nextChange: now + minute,
    });
    expect(report.stuck).toEqual({
      total: 1,
      rows: [
        {
          ref: 'W-8',
          title: 'Ship',
          blockedBy: [
            { ref: 'W-3', status: 'failed' },
            { ref: 'W-4', status: 'cancelled' },
          ],
        },
      ],
    });
    expect(report.events).toEqual([
      {
        id: 12,
        at: '2026-11-21T12:00:00.000Z',
        type: 'work_item_claimed',
        actor: 'ada',
        workItem: 'W-8',
        title: 'Ship',
      },
      { id: 11, at: '2026-11-21T12:00:00.000Z', type: 'deployed', actor: null, workItem: null, title: null },
    ]);
    expect(report.nextChangeAt).toBe('2026-11-21T12:01:00.000Z');
  });
});
