import { describe, expect, it } from 'vitest';
import { need } from '../../test/support/need.js';
import type { InProgress } from '../domain/thread/inProgress.js';
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
    task_id: null,
    questions: null,
    ...more,
  };
}

const manyNeeds = (count: number) => Array.from({ length: count }, (_, index) => need('report', `P-${index + 1}`));

const nothing: DashboardReads = {
  now,
  counts: { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
  needsYou: { total: 0, rows: [] },
  inProgress: { total: 0, rows: [] },
  stuck: { total: 0, edges: [] },
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

  it('shows the first of what needs a person and of what is in progress, and counts all', () => {
    const entry: InProgress = {
      ...{ ref: 'W-1', title: 'Item 1', item: 'W-1', task: null, lane: 'L-2', laneName: 'login', otherLanes: [] },
      ...{ who: 'ada', role: 'agent', state: 'WORKING', since: '2026-11-21T11:40:00.000Z' },
      ...{ heartbeat: null, leaseUntil: null },
    };
    const report = buildDashboard({
      ...nothing,
      needsYou: { total: 240, rows: [need('workItem', 'W-3', { text: 'Red?', from: 'bob' }), ...manyNeeds(30)] },
      inProgress: { total: 41, rows: Array.from({ length: 41 }, () => entry) },
    });
    expect([report.needsYou.total, report.needsYou.rows.length]).toEqual([240, 20]);
    expect(report.needsYou.rows[0]).toMatchObject({ kind: 'workItem', ref: 'W-3', question: 'Red?', owner: 'bob' });
    expect([report.working.total, report.working.rows.length]).toEqual([41, 20]);
    expect(report.working.rows[0]).toEqual({
      ...{ ref: 'W-1', title: 'Item 1', item: 'W-1', task: null, lane: 'L-2', laneName: 'login', otherLanes: [] },
      ...{ owner: 'ada', ownerRole: 'agent', state: 'WORKING', claimedAt: '2026-11-21T11:40:00.000Z' },
      ...{ heartbeat: null, leaseUntil: null },
    });
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
          effort: null,
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
          effort: null,
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
