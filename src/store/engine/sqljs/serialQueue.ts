/** Runs asynchronous work one at a time, in order. */
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

/** Fails a callback at the first turn of the event loop: a transaction must not wait for files, timers or the network. */
export async function withoutMacrotasks<T>(callback: () => Promise<T>): Promise<T> {
  let immediate: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  const escaped = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new EscapedError());
    immediate = setImmediate(fail);
    // Due timers run before immediates; this one is due no later than any of the callback's.
    timer = setTimeout(fail, 0);
  });
  try {
    return await Promise.race([callback(), escaped]);
  } finally {
    clearImmediate(immediate);
    clearTimeout(timer);
  }
}
