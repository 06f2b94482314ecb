/** How far ahead of this clock a recorded time may be, in ms: the clocks of two machines differ a little. */
export const maxSkewMs = 2 * 60_000;

/** How long ago a recorded time is, in ms and never negative; undefined for one that is too far ahead to tell anything. */
export function ageOf(at: number, now: number): number | undefined {
  return at - now > maxSkewMs ? undefined : Math.max(0, now - at);
}
