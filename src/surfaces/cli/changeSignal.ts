/** Rung by whoever has news, waited for by whoever shows them. */
export interface ChangeSignal {
  readonly notify: () => void;
  /** Resolves at the next ring, or at once when it rang since the last time. */
  wait(): Promise<void>;
}

/** A bell that has not rung; it keeps the process alive while someone waits for it. */
export function makeChangeSignal(): ChangeSignal {
  let hasRung = false;
  let wake: (() => void) | undefined;
  return {
    notify: () => {
      hasRung = true;
      wake?.();
    },
    wait: async () => {
      if (!hasRung) {
        // Nothing else keeps a process alive that only listens.
        const alive = setInterval(() => undefined, 60_000);
        await new Promise<void>(resolve => {
          wake = resolve;
        });
        clearInterval(alive);
      }
      hasRung = false;
      wake = undefined;
    },
  };
}
