import { describe, expect, it } from 'vitest';
import type { LaneRow } from '../lane/laneRow.js';
import { endedWork, stepsAfter } from './endedWork.js';

const lane = (name: string, status: LaneRow['status'], at: number) => ({ name, status, updated_at: at }) as LaneRow;
const waiting = { status: 'waiting_human' } as const;

describe('endedWork', () => {
  it('is of an item that waits because its lanes ended, and of which none is open again', () => {
    const failed = lane('login', 'closed', 200);
    const asked = { question: 'Why?', ended: { how: 'failed', lane: 'login' } };
    expect(endedWork(waiting, [failed], asked)).toEqual({ how: 'failed', lane: 'login' });
    expect(endedWork({ status: 'in_flight' }, [failed], asked)).toBeUndefined();
    expect(endedWork(waiting, [failed, lane('login-2', 'active', 200)], asked)).toBeUndefined();
  });

  it('is not of one that asks about its work, whatever ended before', () => {
    const merged = lane('login', 'merged', 200);
    expect(endedWork(waiting, [merged], { question: 'Which database?' })).toBeUndefined();
    expect(endedWork(waiting, [merged], { ended: 'yes' })).toBeUndefined();
    expect(endedWork(waiting, [merged], undefined)).toBeUndefined();
  });
});

describe('stepsAfter', () => {
  it('names what continues as a command and as operations', () => {
    expect(stepsAfter('W-7', { how: 'merged', lane: 'login' }, undefined)).toEqual({
      next: 'queue resolve W-7 --status done',
      acts: [
        { operation: 'queue.resolve', input: { id: 'W-7', status: 'done' } },
        { operation: 'worker.spawn', input: { lane: 'W-7' } },
      ],
    });
    expect(stepsAfter('W-7', { how: 'failed', lane: 'login' }, undefined)).toEqual({
      next: 'worker retry login',
      acts: [
        { operation: 'worker.retry', input: { lane: 'login' } },
        { operation: 'worker.spawn', input: { lane: 'W-7' } },
        { operation: 'queue.resolve', input: { id: 'W-7', status: 'cancelled' } },
      ],
    });
  });

  it('ends an item that was merged with its task', () => {
    expect(stepsAfter('W-7', { how: 'merged', lane: 'login' }, 'T-1')).toEqual({
      next: 'task finish T-1',
      acts: [
        { operation: 'task.finish', input: { task: 'T-1' } },
        { operation: 'worker.spawn', input: { lane: 'W-7' } },
      ],
    });
    expect(stepsAfter('W-7', { how: 'failed', lane: 'login' }, 'T-1').next).toBe('worker retry login');
  });
});
