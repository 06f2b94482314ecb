import { randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'vitest';

/**
 * `npm run test:all` runs every case at full size; `npm test` a short form that is over in minutes on two cores; `npm run test:soak`
 * the random ones in rounds of a few minutes.
 */
export const isFull = process.env.STATEROOM_TESTS === 'all';
const isSoak = process.env.STATEROOM_TESTS === 'soak';

/** The number for the form that runs. */
export function sized(full: number, short: number, soak = short): number {
  if (isSoak) return soak;
  return isFull ? full : short;
}

/** What random choices of this process follow from; STATEROOM_SEED repeats those of another run. */
export const seed = Number(process.env.STATEROOM_SEED ?? randomInt(2 ** 31));

let state = seed;

/** The next random number, from 0 up to but not including 1 (mulberry32). */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Where to begin to try every `step`-th of something: `usual`, in a soak run at random, so that many rounds try everything. */
export function firstOf(step: number, usual: number): number {
  return isSoak ? Math.floor(random() * step) : usual;
}

/** Notes for the totals of soak runs that the running test did `what` so many times. */
export function count(what: string, times = 1): void {
  const file = process.env.STATEROOM_COUNTS;
  if (file === undefined) return;
  const name = basename(expect.getState().testPath ?? '', '.test.ts');
  appendFileSync(file, `${name} ${times} ${what}\n`);
}
