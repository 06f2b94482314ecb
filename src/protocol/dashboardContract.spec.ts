import { describe, expect, it } from 'vitest';
import { dashboardActSchema, dashboardHostContract, dashboardPageContract } from './dashboardContract.js';
import { diffDashboard, patchDashboard } from './dashboardPatch.js';
import type { DashboardState } from './dashboardState.js';

const state: DashboardState = {
  phase: 'ready',
  repository: 'rocket',
  notice: null,
  counts: { needs_you: 0, ready: 1, in_flight: 0, blocked: 0, scheduled: 0, done: 4 },
  needsYou: { total: 0, rows: [] },
  stuck: { total: 0, rows: [] },
  working: { total: 0, rows: [] },
  upNext: { total: 1, rows: [{ ref: 'W-5', title: 'Paint it', priority: 2, due: null, leaseExpired: false }] },
  days: [{ date: '2026-11-21', created: 1, resolved: 0 }],
  events: [
    {
      id: 9,
      at: '2026-11-21T08:00:00.000Z',
      type: 'work_item_created',
      actor: 'ada',
      workItem: 'W-5',
      title: 'Paint it',
    },
  ],
};

describe('what crosses between the dashboard and its host', () => {
  it('allows the page eight acts and nothing else', () => {
    for (const act of [
      { act: 'reveal', ref: 'W-1' },
      { act: 'open', ref: 'W-12' },
      { act: 'answer', ref: 'W-3' },
      { act: 'add' },
      { act: 'claimNext' },
      { act: 'connectAgent' },
      { act: 'checkStore' },
      { act: 'showLog' },
    ]) {
      expect(dashboardActSchema.safeParse(act).success, JSON.stringify(act)).toBe(true);
    }
    for (const junk of [
      { act: 'workbench.action.terminal.new' },
      { act: 'reveal' },
      { act: 'open', ref: 'W-0' },
      { act: 'open', ref: 'W-1"]&x' },
      { act: 'open', ref: 'F-1' },
      { act: 'add', title: 'more' },
      'add',
    ]) {
      expect(dashboardActSchema.safeParse(junk).success, JSON.stringify(junk)).toBe(false);
    }
  });

  it('refuses a state with a part too many, too few or of another kind', () => {
    const { result } = dashboardHostContract.requests.snapshot;
    expect(result.safeParse({ revision: 1, state }).success).toBe(true);
    expect(result.safeParse({ revision: 1, state: { ...state, secret: 1 } }).success).toBe(false);
    expect(result.safeParse({ revision: 1, state: { ...state, events: undefined } }).success).toBe(false);
    expect(result.safeParse({ revision: -1, state }).success).toBe(false);
    const patch = dashboardPageContract.events.patch;
    expect(patch.safeParse({ base: 1, revision: 2, changes: { counts: state.counts } }).success).toBe(true);
    expect(patch.safeParse({ base: 1, revision: 2, changes: { counts: { ready: 1 } } }).success).toBe(false);
    expect(patch.safeParse({ base: 1, revision: 2, changes: { unknown: 1 } }).success).toBe(false);
  });

  it('sends the parts that changed, and the page ends with the same state', () => {
    const next: DashboardState = {
      ...structuredClone(state),
      counts: { needs_you: 0, ready: 0, in_flight: 1, blocked: 0, scheduled: 0, done: 4 },
      upNext: { total: 0, rows: [] },
    };
    const changes = diffDashboard(state, next);
    expect(changes).toEqual({
      counts: { needs_you: 0, ready: 0, in_flight: 1, blocked: 0, scheduled: 0, done: 4 },
      upNext: { total: 0, rows: [] },
    });
    const patched = patchDashboard(state, changes ?? {});
    expect(patched).toEqual(next);
    expect(patched.events).toBe(state.events);
    expect(diffDashboard(state, structuredClone(state))).toBeUndefined();
  });
});
