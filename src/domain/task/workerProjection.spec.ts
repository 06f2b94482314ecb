import { describe, expect, it } from 'vitest';
import { laneStatuses } from '../lane/laneStatus.js';
import { workerStates } from '../worker/workerState.js';
import { taskStatusOfLane, taskStatusOfWorker } from './workerProjection.js';

describe('workers and lanes in the words of tasks', () => {
  it('are these', () => {
    expect(workerStates.map(state => [state, taskStatusOfWorker(state)])).toEqual([
      ['ASSIGNED', 'in_progress'],
      ['WORKING', 'in_progress'],
      ['CONFLICTED', 'blocked'],
      ['IN_REVIEW', 'review'],
      ['APPROVED', 'review'],
      ['COMPLETED', 'done'],
      ['FAILED', 'blocked'],
    ]);
    expect(laneStatuses.map(state => [state, taskStatusOfLane(state)])).toEqual([
      ['planned', 'in_progress'],
      ['active', 'in_progress'],
      ['blocked', 'blocked'],
      ['review', 'review'],
      ['merged', 'done'],
      ['closed', 'done'],
    ]);
  });
});
