/** A waiting mark older than this belongs to a process that was killed. */
const waitingMarkMs = 15_000;
/** An arrival, in microseconds, a pid and a token. */
export const markForm = /^\d{14,20}\.\d+\.[\da-f]+$/;

/** Marks before this one, as text, are abandoned: all begin with a time of as many digits. */
export function oldestMark(): string {
  return String(Math.round((Date.now() - waitingMarkMs) * 1000));
}
