const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Blocks the whole thread, for programs with nothing else to do. */
export function sleepBlocking(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}

export function sleepFree(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
