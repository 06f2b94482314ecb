/**
 * Part of a commit's hold time, with limits in ms. Checks cost the holder time on few cores, so the last in the queue wait
 * longer.
 */
const firstWait = { part: 0.5, shortest: 0.1, longest: 1 } as const;
const laterWait = { part: 0.7, shortest: 0.25, longest: 5 } as const;

/** Returns the wait in ms; `holdMs` is the hold time of a commit. */
export function waitAt(place: number, holdMs: number): number {
  const { part, shortest, longest } = place === 0 ? firstWait : laterWait;
  return Math.min(longest, Math.max(shortest, part * Math.max(1, place) * holdMs));
}
