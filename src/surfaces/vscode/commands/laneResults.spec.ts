import { describe, expect, it } from 'vitest';
import { verbatim } from '../../../messages/message.js';
import { laneOperations as lanes } from '../../../operations/lane/laneOperations.generated.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { laneResult } from './laneResults.js';

describe('laneResult', () => {
  it.each([
    ['worker.spawn', { ref: 'L-3', lane: 'login', state: 'ASSIGNED', made: true }, 'Opened L-3 login'],
    ['worker.spawn', { ref: 'L-3', lane: 'login', state: 'WORKING', made: false }, 'L-3 login already exists'],
    ['worker.cancel', { lane: 'login', state: 'FAILED', status: 'closed' }, 'Closed login'],
    ['worker.cancel', { lane: 'login', state: 'ASSIGNED', status: 'active' }, 'login is ready for another worker'],
    ['lane.close', { lane: 'login', state: 'FAILED', status: 'closed' }, 'Closed login'],
    ['lane.close', { lane: 'login', state: 'COMPLETED', status: 'merged' }, 'Removed the worktree of login'],
    ['lane.recordMerged', { lanes: [] }, 'No lane in review was merged elsewhere'],
    [
      'lane.recordMerged',
      {
        lanes: [
          { lane: 'login', commit: 'a1b2c3d', outcome: 'recorded' },
          { lane: 'cart', commit: 'b2c3d4e', outcome: 'recorded' },
          { lane: 'mail', commit: 'c3d4e5f', outcome: 'asked' },
        ],
      },
      'Recorded as merged: login, cart. Waiting for your answer: mail',
    ],
    ['worker.restore', { lane: 'login', state: 'ASSIGNED' }, 'Restored login'],
    ['worker.approve', { lane: 'login', state: 'APPROVED' }, 'login is approved'],
    ['worker.merge', { lane: 'login', state: 'COMPLETED', into: 'main', freed: [] }, 'Merged login into main'],
    [
      'worker.merge',
      { lane: 'login', state: 'COMPLETED', into: 'main', freed: ['cart', 'search'] },
      'Merged login into main; cart, search can start',
    ],
    ['worker.merge', { lane: 'login', state: 'IN_REVIEW', into: 'main', freed: [] }, 'login is in review'],
    ['lane.repair', { settled: [], missing: [] }, 'No lanes need repair'],
    ['lane.repair', { settled: [{ lane: 'a' }, { lane: 'b' }], missing: [] }, 'Repaired 2 lanes'],
    ['lane.repair', { settled: [], missing: [{ lane: 'a' }] }, 'Worktree missing: a'],
    ['lane.show', { ref: 'L-3' }, undefined],
  ])('%s %j', (operation, output, text) => {
    expect(
      laneResult(
        lanes,
        Object.values<AnyOperation>(lanes).find(({ name }) => name === operation) as AnyOperation,
        output,
      )?.text,
    ).toBe(text);
  });

  it('offers to restore a lane that was closed', () => {
    const closed = { lane: 'login', state: 'FAILED', status: 'closed', leftBehind: [] };
    expect(laneResult(lanes, lanes.workerCancel, closed)?.restorable).toBe('login');
    expect(laneResult(lanes, lanes.laneClose, closed)?.restorable).toBe('login');
    expect(laneResult(lanes, lanes.workerRestore, closed)?.restorable).toBeUndefined();
    expect(laneResult(lanes, lanes.workerCancel, { ...closed, status: 'active' })?.restorable).toBeUndefined();
  });

  it('warns of the worktree of a merged lane that could not go', () => {
    const merged = { lane: 'login', state: 'COMPLETED', into: 'main', freed: [], leftBehind: [] };
    expect(laneResult(lanes, lanes.workerMerge, { ...merged, stays: null })?.warning).toBeUndefined();
    expect(laneResult(lanes, lanes.workerMerge, { ...merged, stays: 'It is locked.' })?.warning).toBe('It is locked.');
  });

  it('warns of tests that an approved lane removes', () => {
    const warnings = [{ text: 'This branch removes or skips tests: a.test.ts.' }];
    const approved = { lane: 'login', state: 'APPROVED' };
    expect(laneResult(lanes, lanes.workerApprove, { ...approved, warnings })?.warning).toBe(
      'This branch removes or skips tests: a.test.ts.',
    );
    expect(laneResult(lanes, lanes.workerApprove, { ...approved, warnings: [] })?.warning).toBeUndefined();
  });

  it('warns of a teardown that no person trusts', () => {
    const closed = { lane: 'login', state: 'FAILED', leftBehind: [{ path: 'a', bytes: 1 }] };
    expect(
      laneResult(lanes, lanes.laneClose, { ...closed, teardownSkipped: verbatim('Nobody trusts `x`.') })?.warning,
    ).toBe('Teardown skipped: Nobody trusts `x`.');
  });

  it('warns of what was too large to be kept, and names at most five of it', () => {
    const closed = (...paths: string[]) =>
      laneResult(lanes, lanes.laneClose, {
        lane: 'login',
        state: 'FAILED',
        leftBehind: paths.map(path => ({ path, bytes: 1 })),
      });
    expect(closed()?.warning).toBeUndefined();
    expect(closed('dist/a', 'b')?.warning).toBe('Too large to back up from login: dist/a, b.');
    expect(closed('a', 'b', 'c', 'd', 'e', 'f', 'g')?.warning).toBe(
      'Too large to back up from login: a, b, c, d, e and 2 more.',
    );
  });
});
