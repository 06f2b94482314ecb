import { expect } from 'vitest';

/** Waits for what the surface or the store tells of a moment later. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { interval: 5 });
}
