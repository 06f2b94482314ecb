import { describe, expect, it } from 'vitest';
import { need } from '../../../test/support/need.js';
import type { LivenessLevel } from '../worker/liveness.js';
import type { WorkerState } from '../worker/workerState.js';
import type { Lane } from './lane.js';
import type { LaneStatus } from './laneStatus.js';
import { type NeedFound, type NeedKind, needOfLane, rankNeeds, unstartedAt } from './need.js';

const now = Date.UTC(2026, 10, 2, 12);
/** So long ago, in minutes. */
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

interface Traits {
  readonly description?: string;
  /** Minutes since the worker came to its state. */
  readonly minutes?: number;
  readonly wasSubmitted?: boolean;
  readonly updatedAt?: string;
}

function lane(status: LaneStatus, state: WorkerState, liveness: LivenessLevel, traits: Traits = {}): Lane {
  const { description = null, minutes = 60, wasSubmitted = false, updatedAt = ago(120) } = traits;
  return {
    ref: 'L-1',
    lane: 'login',
    workItem: 'W-4',
    description,
    branch: 'feature/login',
    status,
    updatedAt,
    waitsFor: [],
    worker: {
      state,
      liveness,
      reason: 'Because',
      agent: 'codex',
      submitted: wasSubmitted ? 'abc' : null,
      stateChangedAt: ago(minutes),
      lastBeatAt: ago(30),
    },
  } as unknown as Lane;
}

describe('what a lane needs a person for', () => {
  it.each<[WorkerState, LivenessLevel, boolean, string | undefined, string | undefined]>([
    ['WORKING', 'DEAD', false, 'dead', 'transcript login'],
    ['ASSIGNED', 'none', false, undefined, undefined],
    ['ASSIGNED', 'none', true, 'unstarted', 'start login'],
    ['WORKING', 'none', true, 'unstarted', 'start login'],
    ['WORKING', 'ok', true, undefined, undefined],
  ])(
    'with an agent that Stateroom started and that has ended (%s, %s, did not start: %s): %s',
    (state, liveness, didNotStart, kind, next) => {
      const ended = { why: 'Its program ended.', didNotStart, isProgram: false };
      const found = needOfLane(lane('active', state, liveness, { minutes: 1 }), now, { ended });
      expect([found?.kind, found?.next, found?.text]).toEqual([kind, next, kind && 'Its program ended.']);
    },
  );

  it.each<[LaneStatus, WorkerState, LivenessLevel, string | undefined, Traits?]>([
    ['active', 'ASSIGNED', 'none', undefined, { minutes: 14.9 }],
    ['active', 'ASSIGNED', 'none', 'unstarted', { minutes: 15 }],
    ['active', 'ASSIGNED', 'DEAD', 'unstarted', { minutes: 60 }],
    // It waited for another lane until then.
    ['active', 'ASSIGNED', 'none', undefined, { updatedAt: ago(5) }],
    ['planned', 'ASSIGNED', 'none', undefined],
    ['blocked', 'ASSIGNED', 'none', 'blocked'],
    ['blocked', 'WORKING', 'DEAD', 'blocked'],
    ['blocked', 'WORKING', 'none', 'blocked', { wasSubmitted: true }],
    ['active', 'WORKING', 'ok', undefined],
    ['active', 'WORKING', 'none', undefined],
    ['active', 'WORKING', 'STALE', undefined],
    ['active', 'WORKING', 'DEAD', 'dead'],
    ['active', 'WORKING', 'ok', undefined, { wasSubmitted: true }],
    ['active', 'WORKING', 'STALE', undefined, { wasSubmitted: true }],
    ['active', 'WORKING', 'none', 'changes', { wasSubmitted: true }],
    ['active', 'WORKING', 'DEAD', 'changes', { wasSubmitted: true }],
    ['active', 'CONFLICTED', 'ok', 'conflict'],
    ['active', 'CONFLICTED', 'DEAD', 'dead', { wasSubmitted: true }],
    ['review', 'IN_REVIEW', 'ok', 'approval', { wasSubmitted: true }],
    ['review', 'IN_REVIEW', 'DEAD', 'approval', { wasSubmitted: true }],
    ['review', 'APPROVED', 'none', 'merge', { wasSubmitted: true }],
    ['review', 'APPROVED', 'DEAD', 'merge', { wasSubmitted: true }],
    ['merged', 'COMPLETED', 'DEAD', undefined],
    ['active', 'FAILED', 'none', 'failure'],
    ['blocked', 'FAILED', 'none', 'failure'],
    ['closed', 'FAILED', 'none', undefined],
    ['closed', 'ASSIGNED', 'none', undefined],
  ])('%s, %s, %s: %s %j', (status, state, liveness, kind, traits = {}) => {
    expect(needOfLane(lane(status, state, liveness, traits), now)?.kind).toBe(kind);
  });

  it('says what its program printed, where that is in the way of one that runs', () => {
    const { worker, ...rest } = lane('active', 'WORKING', 'ok', {});
    const trouble = { reason: 'At its limit.', next: 'Wait.' };
    const limited = { ...rest, worker: { ...worker, trouble } } as Lane;
    expect(needOfLane(limited, now)).toMatchObject({ kind: 'alert', text: 'At its limit.' });
    expect(needOfLane({ ...limited, status: 'blocked' }, now)?.kind).toBe('blocked');
  });

  it('is told with who waits, since when and what goes on from here', () => {
    const submitted = lane('review', 'IN_REVIEW', 'ok', { description: 'Limit logins\nby address' });
    expect(needOfLane(submitted, now)).toEqual({
      kind: 'approval',
      ref: 'L-1',
      item: 'W-4',
      priority: null,
      lane: 'login',
      task: null,
      title: 'Limit logins',
      text: 'Because',
      from: 'codex',
      since: '2026-11-02T11:00:00.000Z',
      next: 'worker approve login',
      acts: [{ operation: 'worker.approve', input: { lane: 'login' } }],
    });
    expect(needOfLane(lane('active', 'WORKING', 'DEAD'), now)).toMatchObject({
      title: 'feature/login',
      since: '2026-11-02T11:30:00.000Z',
      next: 'worker show login',
    });
    expect(needOfLane(lane('active', 'ASSIGNED', 'none'), now)).toMatchObject({
      text: { key: 'lanes.nobodyStarted', values: { lane: 'L-1' } },
      since: '2026-11-02T11:00:00.000Z',
      acts: [{ operation: 'worker.start', input: { lane: 'login' } }],
    });
  });

  it('lists a lane that waits for a closed lane, but not for one that can still be merged', () => {
    const wait = { lane: 'pay', stuck: true, text: 'L-2 (pay) was cancelled' };
    const waiting = (ended: boolean) => ({ ...lane('planned', 'ASSIGNED', 'none'), waitsFor: [{ ...wait, ended }] });
    expect(needOfLane(waiting(false), now)).toBeUndefined();
    expect(needOfLane(waiting(true), now)).toMatchObject({
      kind: 'blocked',
      text: 'L-2 (pay) was cancelled',
      next: 'lane show login',
    });
  });

  it('comes after the question on its work item, except for what does not wait for the answer', () => {
    const kinds = (isAsked: boolean) =>
      [
        lane('active', 'WORKING', 'DEAD'),
        lane('active', 'WORKING', 'DEAD', { wasSubmitted: true }),
        lane('active', 'ASSIGNED', 'none'),
        lane('blocked', 'WORKING', 'ok'),
        lane('review', 'IN_REVIEW', 'none'),
        lane('active', 'FAILED', 'none'),
      ].map(one => needOfLane(one, now, { isAsked })?.kind);
    expect(kinds(false)).toEqual(['dead', 'changes', 'unstarted', 'blocked', 'approval', 'failure']);
    expect(kinds(true)).toEqual([undefined, undefined, undefined, undefined, 'approval', 'failure']);
  });

  it('is not ready to merge while the gate refuses it, which says why', () => {
    const unready = { gate: 'close-check', task: 'T-4', text: '1 open low finding: F-3.' };
    const approved = lane('review', 'APPROVED', 'none');
    expect(needOfLane(approved, now)).toMatchObject({ kind: 'merge', next: `worker merge ${approved.lane}` });
    expect(needOfLane(approved, now, { unready })).toMatchObject({
      kind: 'unready',
      text: '1 open low finding: F-3.',
      next: 'gate check close-check --task T-4',
      acts: [{ operation: 'gate.check', input: { gate: 'close-check', task: 'T-4' } }],
    });
    expect(needOfLane(lane('review', 'IN_REVIEW', 'none'), now, { unready })?.kind).toBe('approval');
  });

  it('knows when nobody has started for too long', () => {
    expect(unstartedAt(lane('active', 'ASSIGNED', 'none', { minutes: 5 }))).toBe(now + 10 * 60_000);
    expect(unstartedAt(lane('active', 'WORKING', 'none'))).toBeUndefined();
    expect(unstartedAt(lane('planned', 'ASSIGNED', 'none'))).toBeUndefined();
  });
});

describe('what needs a person', () => {
  const found = (ref: string, minute: number, key?: string): NeedFound => ({
    need: need('question', ref, { since: new Date(Date.UTC(2026, 10, 2, 10, minute)).toISOString() }),
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

  it('begins with findings, blockers and questions, whatever the rest holds up', () => {
    const of = (kind: NeedKind, ref: string, minute: number, key?: string): NeedFound => {
      const one = found(ref, minute, key);
      return { ...one, need: { ...one.need, kind } };
    };
    const needs = [
      of('approval', 'L-1', 0, 'a'),
      of('dead', 'L-2', 1),
      of('question', 'M-1', 2),
      of('blocker', 'B-1', 3, 'a'),
      of('workItem', 'W-1', 4),
      of('findings', 'F-1', 5, 'a'),
    ];
    const waiting = new Map([['a', ['b']]]);
    const refs = rankNeeds(needs, waiting).map(({ ref }) => ref);
    expect(refs).toEqual(['B-1', 'F-1', 'M-1', 'W-1', 'L-1', 'L-2']);
  });
});
