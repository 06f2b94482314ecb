import { describe, expect, it } from 'vitest';
import { once } from './once.js';

describe('once', () => {
  it('makes a value at the first call and keeps it, also one that is undefined', () => {
    let calls = 0;
    const value = once(() => {
      calls += 1;
      return undefined;
    });
    expect(calls).toBe(0);
    value();
    expect(value()).toBeUndefined();
    expect(calls).toBe(1);
  });
});
