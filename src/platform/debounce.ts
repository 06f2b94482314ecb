/** A call that may be made at any rate; `dispose` drops a pending one. */
export interface Debounced {
  (): void;
  dispose(): void;
}

/**
 * Calls `action` at most once per `interval` ms: the first time at once, then once at the end of the interval for all further calls. A
 * single change is seen without delay, and a burst does not flood.
 */
export function debounce(action: () => void, interval: number): Debounced {
  let timer: NodeJS.Timeout | undefined;
  let pending = false;
  const rest = (): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!pending) return;
      pending = false;
      rest();
      action();
    }, interval);
    timer.unref?.();
  };
  const call = (): void => {
    if (timer !== undefined) {
      pending = true;
      return;
    }
    rest();
    action();
  };
  const dispose = (): void => {
    clearTimeout(timer);
    timer = undefined;
    pending = false;
  };
  return Object.assign(call, { dispose });
}
