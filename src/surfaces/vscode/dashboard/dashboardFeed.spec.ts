import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dashboardWith } from '../../../../test/support/dashboardState.js';
import type { DashboardSnapshot } from '../../../protocol/dashboardContract.js';
import { usualFilter } from '../../../protocol/dashboardTrend.js';
import { DashboardFeed, type DashboardReach, type DashboardRequest, type LoadedDashboard } from './dashboardFeed.js';

const now = Date.parse('2026-11-21T12:00:00Z');

const state = dashboardWith;

const at = (utcOffsetMinutes: number): DashboardRequest => ({ utcOffsetMinutes, filter: usualFilter });

let loads: DashboardRequest[];
let reaches: DashboardReach[];
/** Whether the charts are counted only when the whole is asked for. */
let isLong: boolean;
let pushed: DashboardSnapshot[];
let changed: (() => void) | undefined;
let inStore: LoadedDashboard;
let loadMs: number;
let feed: DashboardFeed;

beforeEach(() => {
  vi.useFakeTimers({ now });
  loads = [];
  reaches = [];
  isLong = false;
  pushed = [];
  changed = undefined;
  loadMs = 0;
  inStore = { state: state(1), nextChangeAt: undefined };
  feed = new DashboardFeed({
    load: async (asked, reach) => {
      loads.push(asked);
      reaches.push(reach);
      if (loadMs > 0) await new Promise(resolve => setTimeout(resolve, loadMs));
      const { state: found, ...rest } = structuredClone(inStore);
      return { state: { ...found, counted: !isLong || reach === 'whole' }, ...rest };
    },
    subscribe: listener => {
      changed = listener;
      return () => {
        changed = undefined;
      };
    },
    push: snapshot => pushed.push(snapshot),
    clock: { now: () => Date.now() },
  });
});

afterEach(() => {
  feed.sleep();
  vi.useRealTimers();
});

describe('what a dashboard is told', () => {
  it('is the state when it is ready and after each change, with growing revisions', async () => {
    expect(await feed.open(at(60))).toEqual({ revision: 1, state: state(1) });
    inStore = { state: state(2), nextChangeAt: undefined };
    changed?.();
    await vi.advanceTimersByTimeAsync(100);
    inStore = { state: state(3), nextChangeAt: undefined };
    changed?.();
    await vi.advanceTimersByTimeAsync(100);
    expect(pushed).toEqual([
      { revision: 2, state: state(2) },
      { revision: 3, state: state(3) },
    ]);
    expect(loads).toEqual([at(60), at(60), at(60)]);
    expect(feed.snapshot()).toEqual({ revision: 3, state: state(3) });
  });

  it('is at first what counts without the charts, and the charts once they are asked for', async () => {
    isLong = true;
    expect(await feed.open(at(60))).toEqual({ revision: 1, state: { ...state(1), counted: false } });
    expect(await feed.charts()).toEqual({ revision: 2, state: state(1) });
    expect(pushed).toEqual([{ revision: 2, state: state(1) }]);
    expect(reaches).toEqual(['first', 'whole']);
    // Counted is counted: asked again, and opened again after it was hidden, it needs no second step.
    expect(await feed.charts()).toEqual({ revision: 2, state: state(1) });
    feed.sleep();
    expect(await feed.open(at(60))).toEqual({ revision: 2, state: state(1) });
    expect(reaches).toEqual(['first', 'whole', 'whole']);
  });

  it('is without charts after a change too, until they are asked for', async () => {
    isLong = true;
    await feed.open(at(0));
    inStore = { state: state(2), nextChangeAt: undefined };
    changed?.();
    await vi.advanceTimersByTimeAsync(100);
    expect(pushed).toEqual([{ revision: 2, state: { ...state(2), counted: false } }]);
    expect(await feed.charts()).toEqual({ revision: 3, state: state(2) });
    expect(reaches).toEqual(['first', 'first', 'whole']);
  });

  it('is opened without the charts again when it was hidden before they were counted', async () => {
    isLong = true;
    await feed.open(at(0));
    feed.sleep();
    expect((await feed.open(at(0))).state.counted).toBe(false);
    expect(reaches).toEqual(['first', 'first']);
  });

  it('stays counted for a page that is reloaded while its charts are counted', async () => {
    isLong = true;
    await feed.open(at(0));
    loadMs = 50;
    const counting = feed.charts();
    const reloaded = feed.open(at(0));
    await vi.advanceTimersByTimeAsync(100);
    expect((await counting).state.counted).toBe(true);
    expect(await reloaded).toEqual({ revision: 2, state: state(1) });
    expect(pushed).toEqual([{ revision: 2, state: state(1) }]);
    expect(reaches).toEqual(['first', 'whole', 'whole']);
  });

  it('is of the repository that was read, also while another one is being read', async () => {
    inStore = { state: state(1), nextChangeAt: undefined, repository: 'first' };
    await feed.open(at(60));
    inStore = { ...inStore, repository: 'second' };
    loadMs = 600;
    changed?.();
    await vi.advanceTimersByTimeAsync(500);
    expect(feed.shownRepository).toBe('first');
    await vi.advanceTimersByTimeAsync(1000);
    expect(feed.shownRepository).toBe('second');
  });

  it('is narrowed from when it is asked for on', async () => {
    await feed.open(at(60));
    inStore = { state: state(2), nextChangeAt: undefined };
    const filter = { ...usualFilter, actor: 'codex' };
    expect(await feed.narrow(filter)).toEqual({ revision: 2, state: state(2) });
    changed?.();
    await vi.advanceTimersByTimeAsync(100);
    expect(loads).toEqual([at(60), { utcOffsetMinutes: 60, filter }, { utcOffsetMinutes: 60, filter }]);
    expect(feed.asked).toEqual({ utcOffsetMinutes: 60, filter });
  });

  it('is nothing when the store changed in no way that it shows', async () => {
    await feed.open(at(0));
    changed?.();
    await vi.advanceTimersByTimeAsync(100);
    expect(loads).toHaveLength(2);
    expect(pushed).toEqual([]);
    expect(feed.snapshot().revision).toBe(1);
  });

  it('comes at most ten times a second, and the last change is always among it', async () => {
    await feed.open(at(0));
    for (let round = 1; round <= 100; round += 1) {
      inStore = { state: state(round + 1), nextChangeAt: undefined };
      changed?.();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(pushed.length).toBeLessThanOrEqual(11);
    await vi.advanceTimersByTimeAsync(100);
    expect(feed.snapshot().state.counts.ready).toBe(101);
    expect(pushed.at(-1)?.state).toEqual(state(101));
  });

  it('comes less often from a store that takes long to read', async () => {
    loadMs = 200;
    const opened = feed.open(at(0));
    await vi.advanceTimersByTimeAsync(200);
    await opened;
    changed?.();
    await vi.advanceTimersByTimeAsync(599);
    expect(loads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(loads).toHaveLength(2);
    changed?.();
    await vi.advanceTimersByTimeAsync(799);
    expect(loads).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(loads).toHaveLength(3);
  });

  it('is nothing while it is hidden, and the whole when it is seen again', async () => {
    await feed.open(at(0));
    const stillBound = changed;
    inStore = { state: state(2), nextChangeAt: now + 5000 };
    stillBound?.();
    await vi.advanceTimersByTimeAsync(100);
    feed.sleep();
    expect(changed).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
    inStore = { state: state(9), nextChangeAt: undefined };
    feed.refresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pushed).toHaveLength(1);
    expect(loads).toHaveLength(2);
    expect(await feed.open(at(0))).toEqual({ revision: 3, state: state(9) });
  });

  it('is not pushed when the page went away while the store was read', async () => {
    await feed.open(at(0));
    inStore = { state: state(2), nextChangeAt: now + 5000 };
    loadMs = 50;
    changed?.();
    await vi.advanceTimersByTimeAsync(120);
    expect(loads).toHaveLength(2);
    feed.sleep();
    await vi.advanceTimersByTimeAsync(50);
    expect(pushed).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is read again when time alone changes it, with one timer', async () => {
    inStore = { state: state(1), nextChangeAt: now + 60_000 };
    await feed.open(at(0));
    expect(vi.getTimerCount()).toBe(1);
    inStore = { state: state(2), nextChangeAt: undefined };
    await vi.advanceTimersByTimeAsync(59_999);
    expect(loads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(101);
    expect(pushed).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits a quarter of a second for a time that already has work item come, so that it never spins', async () => {
    inStore = { state: state(1), nextChangeAt: now - 1 };
    await feed.open(at(0));
    await vi.advanceTimersByTimeAsync(1000);
    expect(loads.length).toBeLessThanOrEqual(5);
  });
});
