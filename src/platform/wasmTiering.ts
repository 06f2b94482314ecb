import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from optimizing SQLite's functions, which costs 100 to 250 ms of CPU and 20 MB, more than half of a command.
 * A claim is then faster at first, and a tenth slower after thousands. Call it in our own processes, not in the editor,
 * before SQLite is loaded.
 */
export function spareWasmOptimiser(): void {
  setFlagsFromString('--wasm-tiering-budget=1000000000');
}

/** Newest V8 known to have these flags; unknown flags print a warning on stderr. */
export const newestKnownV8 = 14;

/**
 * Permanent, for a process of one command: SQLite's interpreter is one loop that uses up the largest budget within 20,000
 * steps, and the exit would wait 50 ms for the optimization. No function has the index in this filter.
 */
export function forgoWasmOptimiser(): void {
  spareWasmOptimiser();
  if (Number.parseInt(process.versions.v8, 10) <= newestKnownV8) setFlagsFromString('--wasm-tier-up-filter=1000000');
}
