import { afterEach, expect } from 'vitest';
import { stoppedByPolicy } from './policyWatch.js';

/** Fails each test of a file, whatever it looks for, once something was stopped in a window that is watched. */
export function failByPolicy(): void {
  afterEach(async () => expect(await stoppedByPolicy()).toEqual([]));
}
