import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from optimizing SQLite's functions after some use. It does so on threads of its own, and that costs a process 100 to 250 ms of
 * CPU and 20 MB: more than half of a command, and all at once if several agents begin together on a machine with few cores. Without it a
 * claim is faster at first, and a tenth slower after thousands. For whole processes of ours only, before SQLite is loaded; never inside the
 * editor.
 */
export function spareWasmOptimiser(): void {
  setFlagsFromString('--wasm-tiering-budget=1000000000');
}

/** Newest V8 known to have the flags that are set here; unknown flags print a warning on stderr. */
export const newestKnownV8 = 14;

/**
 * Does so permanently, for a process of one command. A budget alone does not hold V8 back: SQLite's interpreter is one huge loop that uses
 * up the largest possible budget within 20,000 steps, and the process then waits at its end for 50 ms of optimization. No function has the
 * index in this filter.
 */
export function forgoWasmOptimiser(): void {
  spareWasmOptimiser();
  if (Number.parseInt(process.versions.v8, 10) <= newestKnownV8) setFlagsFromString('--wasm-tier-up-filter=1000000');
}
