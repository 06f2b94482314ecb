import { describe, expect, it } from 'vitest';
import type { LivenessLevel } from '../worker/liveness.js';
import type { WorkerState } from '../worker/workerState.js';
import type { Lane } from './lane.js';
import type { LaneStatus } from './laneStatus.js';
import { type NeedFound, needOfLane, rankNeeds } from './need.js';

function lane(
  status: LaneStatus,
  state: WorkerState,
  liveness: LivenessLevel,
  description: string | null = null,
): Lane {
  return {
    ref: 'L-1',
    lane: 'login',
    description,
    branch: 'feature/login',
    status,
    updatedAt: '2026-11-02T10:00:00.000Z',
    worker: {
      state,
      liveness,
      reason: 'Because',
      agent: 'codex',
      stateChangedAt: '2026-11-02T11:00:00.000Z',
      lastBeatAt: '2026-11-02T11:30:00.000Z',
    },
  } as Lane;
}

describe('what a lane needs a person for', () => {
  it.each([
    ['active', 'ASSIGNED', 'none', undefined],
    ['active', 'ASSIGNED', 'DEAD', undefined],
    ['planned', 'ASSIGNED', 'none', undefined],
    ['blocked', 'ASSIGNED', 'none', 'blocked'],
    ['active', 'WORKING', 'ok', undefined],
    ['active', 'WORKING', 'STALE', undefined],
    ['active', 'WORKING', 'DEAD', 'dead'],
    ['active', 'CONFLICTED', 'ok', 'conflict'],
    ['active', 'CONFLICTED', 'DEAD', 'dead'],
    ['review', 'IN_REVIEW', 'DEAD', 'approval'],
    ['review', 'APPROVED', 'none', 'merge'],
    ['merged', 'COMPLETED', 'DEAD', undefined],
    ['active', 'FAILED', 'none', 'failure'],
    ['blocked', 'FAILED', 'none', 'failure'],
    ['closed', 'FAILED', 'none', undefined],
  ] as const)('%s, %s, %s: %s', (status, state, liveness, kind) => {
    expect(needOfLane(lane(status, state, liveness))?.kind).toBe(kind);
  });

  it('is told with who waits, since when and what goes on from here', () => {
    expect(needOfLane(lane('review', 'IN_REVIEW', 'ok', 'Limit logins\nby address'))).toEqual({
      kind: 'approval',
      ref: 'L-1',
      lane: 'login',
      title: 'Limit logins',
      text: 'Because',
      from: 'codex',
      since: '2026-11-02T11:00:00.000Z',
      next: 'worker approve login',
    });
    expect(needOfLane(lane('active', 'WORKING', 'DEAD'))).toMatchObject({
      title: 'feature/login',
      since: '2026-11-02T11:30:00.000Z',
      next: 'worker show login',
    });
  });
});

describe('what needs a person', () => {
  const found = (ref: string, minute: number, key?: string): NeedFound => ({
    need: {
      kind: 'question',
      ref,
      lane: null,
      title: 'T',
      text: null,
      from: null,
      since: new Date(Date.UTC(2026, 10, 2, 10, minute)).toISOString(),
      next: '',
    },
    key,
  });

  it('is ranked by what it holds up, then by how long it waits', () => {
    const waiting = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      // Round and round holds nothing up twice.
      ['d', ['a']],
      ['e', ['d', 'd']],
    ]);
    const needs = [
      found('young', 9),
      found('old', 1),
      found('b', 5, 'b'),
      found('a', 6, 'a'),
      found('e', 2, 'e'),
      found('c', 0, 'c'),
    ];
    expect(rankNeeds(needs, waiting).map(({ ref, blocks }) => `${ref} ${blocks}`)).toEqual([
      'e 4',
      'b 3',
      'a 3',
      'c 0',
      'old 0',
      'young 0',
    ]);
  });
});
