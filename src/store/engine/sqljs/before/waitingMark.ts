/** Older marks belong to killed processes. */
const waitingMarkMs = 15_000;
/** Arrival in microseconds, pid and token. */
export const markForm = /^\d{14,20}\.\d+\.[\da-f]+$/;

/** Marks before this text are abandoned: all begin with a time of as many digits. */
export function oldestMark(): string {
  return String(Math.round((Date.now() - waitingMarkMs) * 1000));
}
