import { describe, expect, it } from 'vitest';
import { dashboardState } from '../../test/support/dashboardState.js';
import { dashboardActSchema, dashboardPageContract } from './dashboardContract.js';

const state = dashboardState({
  counts: { needs_you: 0, ready: 1, in_flight: 0, blocked: 0, scheduled: 0, done: 4 },
  flow: [{ date: '2026-11-21', created: 1, resolved: 0, open: 1 }],
});

describe('what crosses between the dashboard and its host', () => {
  it('allows the page these acts and nothing else', () => {
    for (const act of [
      { act: 'open', ref: 'W-12' },
      { act: 'add' },
      { act: 'claimNext' },
      { act: 'nextNeed' },
      { act: 'connectAgent' },
      { act: 'checkStore' },
      { act: 'showLog' },
      { act: 'showSection', section: 'needs_you' },
      { act: 'list', number: { of: 'created', date: '2026-11-21' } },
      { act: 'list', number: { of: 'openFindings', severity: 'high', age: 'older' } },
      { act: 'list', number: { of: 'activity', actor: 'codex', hour: 23 } },
      { act: 'row', id: 'stateroom.lane.answer M-3' },
      { act: 'open', ref: 'F-2' },
      { act: 'showGate', ref: 'T-1', gate: 'close-check' },
    ]) {
      expect(dashboardActSchema.safeParse(act).success, JSON.stringify(act)).toBe(true);
    }
    for (const junk of [
      { act: 'workbench.action.terminal.new' },
      { act: 'open' },
      { act: 'open', ref: 'W-0' },
      { act: 'open', ref: 'W-1"]&x' },
      { act: 'open', ref: 'X-1' },
      { act: 'row', id: '' },
      { act: 'row', id: 'x', arguments: ['L-1'] },
      { act: 'openLane', ref: 'L-2' },
      { act: 'showGate', ref: 'T-1', gate: 'plan-accept' },
      { act: 'add', title: 'more' },
      { act: 'showSection', section: 'all' },
      { act: 'list', number: { of: 'open', age: 'day', path: '/etc' } },
      { act: 'list', number: { of: 'activity', actor: 'codex', hour: 24 } },
      'add',
    ]) {
      expect(dashboardActSchema.safeParse(junk).success, JSON.stringify(junk)).toBe(false);
    }
  });

  it('refuses a state with a part too many, too few or of another kind', () => {
    const result = dashboardPageContract.events.state;
    expect(result.safeParse({ revision: 1, state }).success).toBe(true);
    expect(result.safeParse({ revision: 1, state: { ...state, secret: 1 } }).success).toBe(false);
    expect(result.safeParse({ revision: 1, state: { ...state, board: undefined } }).success).toBe(false);
    expect(result.safeParse({ revision: 1, state: { ...state, counts: { ready: 1 } } }).success).toBe(false);
    expect(result.safeParse({ revision: -1, state }).success).toBe(false);
  });
});
