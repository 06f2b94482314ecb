import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debounce } from './debounce.js';

describe('coalesce', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('lets the first call through at once', () => {
    const action = vi.fn();
    debounce(action, 100)();
    expect(action).toHaveBeenCalledTimes(1);
  });

  it('joins the calls of an interval into one at its end', () => {
    const action = vi.fn();
    const call = debounce(action, 100);
    for (let count = 0; count < 50; count += 1) call();
    vi.advanceTimersByTime(99);
    expect(action).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(action).toHaveBeenCalledTimes(2);
  });

  it('keeps the interval between the joined call and the next one', () => {
    const action = vi.fn();
    const call = debounce(action, 100);
    call();
    call();
    vi.advanceTimersByTime(100);
    call();
    expect(action).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(100);
    expect(action).toHaveBeenCalledTimes(3);
  });

  it('leaves no timer behind when nothing follows', () => {
    const call = debounce(() => undefined, 100);
    call();
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('forgets what is pending when disposed', () => {
    const action = vi.fn();
    const call = debounce(action, 100);
    call();
    call();
    call.dispose();
    vi.advanceTimersByTime(1000);
    expect(action).toHaveBeenCalledTimes(1);
  });
});
