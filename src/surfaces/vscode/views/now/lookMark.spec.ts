import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LookMark } from './lookMark.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function memory() {
  const kept = new Map<string, unknown>();
  return {
    kept,
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key) as never,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
}

describe('what a person has seen', () => {
  it('stays in sight while they look, and is gone the next time', async () => {
    const mark = new LookMark(memory());
    mark.begin('shop');
    expect(mark.after).toBe(0);
    mark.shown(7);
    await vi.advanceTimersByTimeAsync(2000);
    mark.shown(9);
    await vi.advanceTimersByTimeAsync(1000);
    expect(mark.after).toBe(0);
    mark.begin('shop');
    expect(mark.after).toBe(9);
  });

  it('stays new when the look was brief', async () => {
    const mark = new LookMark(memory());
    mark.begin('shop');
    mark.shown(7);
    await vi.advanceTimersByTimeAsync(2999);
    mark.pause();
    await vi.advanceTimersByTimeAsync(60_000);
    mark.begin('shop');
    expect(mark.after).toBe(0);
  });

  it('is kept for each repository, and in the next window', async () => {
    const store = memory();
    const mark = new LookMark(store);
    mark.begin('shop');
    mark.shown(7);
    await mark.markSeen();
    expect(mark.after).toBe(7);
    mark.begin('bank');
    expect(mark.after).toBe(0);
    const later = new LookMark(store);
    later.begin('shop');
    expect(later.after).toBe(7);
  });
});
