/**
 * Turns a slow task into one that may be asked for at any rate: one run at a time, and however often it is asked for
 * meanwhile, one more run afterwards. Each call resolves when a run that began after it has ended.
 */
export function throttle(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  const start = (): Promise<void> => {
    const run = task().finally(() => {
      if (running === run) running = undefined;
    });
    running = run;
    return run;
  };
  return () => {
    if (running === undefined) return start();
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return start();
      });
    return waiting;
  };
}
