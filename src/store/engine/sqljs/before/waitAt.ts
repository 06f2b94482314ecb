/**
 * How long a waiter sleeps between looks, in parts of the time that a commit keeps the lock, and within what limits, ms. Each
 * look takes time from the holder where there are few cores, so who is far behind looks seldom.
 */
const firstWait = { part: 0.5, shortest: 0.1, longest: 1 } as const;
const laterWait = { part: 0.7, shortest: 0.25, longest: 5 } as const;

/** How long who has this place in the queue sleeps, ms; `holdMs` is what a commit keeps the lock. */
export function waitAt(place: number, holdMs: number): number {
  const { part, shortest, longest } = place === 0 ? firstWait : laterWait;
  return Math.min(longest, Math.max(shortest, part * Math.max(1, place) * holdMs));
}
