/** Runs asynchronous work one piece at a time, in the order of the calls. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => {});
    return result;
  }
}

/** A callback let time pass, and may continue whenever it likes. */
export class EscapedError extends Error {
  constructor() {
    super('A transaction callback awaited something other than its transaction; it was rolled back.');
  }
}

/**
 * Runs a callback that may await nothing but microtasks: a transaction holds the lock of all processes, so waiting for a
 * file, a timer or a network inside it would stop everyone. It is failed at the first turn of the event loop.
 */
export async function withoutMacrotasks<T>(callback: () => Promise<T>): Promise<T> {
  let immediate: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  const escaped = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new EscapedError());
    immediate = setImmediate(fail);
    // Timers that are due come before immediates; this one is due no later than any that the callback sets.
    timer = setTimeout(fail, 0);
  });
  try {
    return await Promise.race([callback(), escaped]);
  } finally {
    clearImmediate(immediate);
    clearTimeout(timer);
  }
}
