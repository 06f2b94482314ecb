import { describe, expect, it } from 'vitest';
import type { LaneRow } from '../lane/laneRow.js';
import { endedWork, stepsAfter } from './endedWork.js';

const lane = (name: string, status: LaneRow['status'], at: number) => ({ name, status, updated_at: at }) as LaneRow;
const waiting = { status: 'waiting_human', claimed_at: 100 } as const;

describe('endedWork', () => {
  it('is of an item that waits although no lane is open any more', () => {
    const failed = lane('login', 'closed', 200);
    expect(endedWork(waiting, [failed])).toEqual({ how: 'failed', lane: 'login' });
    expect(endedWork({ ...waiting, status: 'in_flight' }, [failed])).toBeUndefined();
    expect(endedWork(waiting, [failed, lane('login-2', 'active', 200)])).toBeUndefined();
    expect(endedWork(waiting, [])).toBeUndefined();
  });

  it('goes by what was merged, else by the lane that ended last', () => {
    const [failed, merged] = [lane('login', 'closed', 300), lane('login-2', 'merged', 200)];
    expect(endedWork(waiting, [failed, merged])).toEqual({ how: 'merged', lane: 'login-2' });
    expect(endedWork(waiting, [failed, lane('login-2', 'closed', 200)])).toEqual({ how: 'failed', lane: 'login-2' });
  });

  it('does not count what ended before the item was taken up', () => {
    expect(endedWork(waiting, [lane('login', 'merged', 99)])).toBeUndefined();
    expect(endedWork({ ...waiting, claimed_at: null }, [lane('login', 'merged', 99)])).toEqual({
      how: 'merged',
      lane: 'login',
    });
  });
});

describe('stepsAfter', () => {
  it('names what continues as a command and as operations', () => {
    expect(stepsAfter('W-7', { how: 'merged', lane: 'login' })).toEqual({
      next: 'queue resolve W-7 --status done',
      acts: [
        { operation: 'queue.resolve', input: { id: 'W-7', status: 'done' } },
        { operation: 'worker.spawn', input: { lane: 'W-7' } },
      ],
    });
    expect(stepsAfter('W-7', { how: 'failed', lane: 'login' })).toEqual({
      next: 'worker retry login',
      acts: [
        { operation: 'worker.retry', input: { lane: 'login' } },
        { operation: 'worker.spawn', input: { lane: 'W-7' } },
        { operation: 'queue.resolve', input: { id: 'W-7', status: 'cancelled' } },
      ],
    });
  });
});
