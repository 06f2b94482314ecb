/** Max lead over this clock, in ms: machines differ a little. */
export const maxSkewMs = 2 * 60_000;

/** Never negative; undefined if too far ahead. */
export function ageOf(at: number, now: number): number | undefined {
  return at - now > maxSkewMs ? undefined : Math.max(0, now - at);
}
