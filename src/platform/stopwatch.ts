/** Starts a clock that cannot be set, and that stands still while the machine sleeps; it returns ms since this call. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}
