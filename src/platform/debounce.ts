export interface Debounced {
  (): void;
  dispose(): void;
}

/** Calls `action` at once, then at most once per `interval` ms, at its end, for all further calls. */
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
