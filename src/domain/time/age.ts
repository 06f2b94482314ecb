/** Max lead of a recorded time over this clock, in ms: clocks of two machines differ a little. */
export const maxSkewMs = 2 * 60_000;

/** Age of a recorded time in ms, never negative; undefined if it is too far ahead to be valid. */
export function ageOf(at: number, now: number): number | undefined {
  return at - now > maxSkewMs ? undefined : Math.max(0, now - at);
}
