const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Stops the whole thread; for programs that have nothing else to do. */
export function sleepBlocking(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}

/** Lets the thread do other things meanwhile. */
export function sleepFree(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
