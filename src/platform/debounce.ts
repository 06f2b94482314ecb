/** A call that may be made at any rate; `dispose` forgets what is pending. */
export interface Debounced {
  (): void;
  dispose(): void;
}

/**
 * Lets `action` through at most once per `interval` ms: the first call at once, all that follow within the interval as
 * one call at its end. So a lone change is seen without delay and a burst does not flood.
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
