/** Mutex for asynchronous work: runs one piece at a time, in order of the calls. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => {});
    return result;
  }
}

/** A callback awaited something else, and may continue at any time. */
export class EscapedError extends Error {
  constructor() {
    super('A transaction callback awaited something other than its transaction; it was rolled back.');
  }
}

/**
 * Runs a callback that may await only microtasks: a transaction holds the lock of all processes, so waiting for a file, timer or network
 * would block everyone. Fails it at the first turn of the event loop.
 */
export async function withoutMacrotasks<T>(callback: () => Promise<T>): Promise<T> {
  let immediate: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  const escaped = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new EscapedError());
    immediate = setImmediate(fail);
    // Due timers run before immediates; this one is due no later than any that the callback sets.
    timer = setTimeout(fail, 0);
  });
  try {
    return await Promise.race([callback(), escaped]);
  } finally {
    clearImmediate(immediate);
    clearTimeout(timer);
  }
}
