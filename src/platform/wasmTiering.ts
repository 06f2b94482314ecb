import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from optimising SQLite's functions once they have run for a while. It does so on threads of its own, and that
 * costs a process 100 to 250 ms of CPU and 20 MB: more than half of a command, and all at once where several agents begin
 * together on a machine with few cores. Without it a claim is quicker at first, and a tenth slower after thousands. For
 * whole processes of ours only, before SQLite is loaded; never inside the editor.
 */
export function spareWasmOptimiser(): void {
  setFlagsFromString('--wasm-tiering-budget=1000000000');
}

/** The newest V8 that is known to have the flags that are set here; one that does not know a flag complains on stderr. */
export const newestKnownV8 = 14;

/**
 * The same permanently, for a process that lives for one command. A budget alone does not hold V8 back: SQLite's interpreter
 * is one huge loop that uses up the largest budget there is within 20,000 steps, and the process then waits at its end
 * for 50 ms of optimising. No function has the index that this names.
 */
export function forgoWasmOptimiser(): void {
  spareWasmOptimiser();
  if (Number.parseInt(process.versions.v8, 10) <= newestKnownV8) setFlagsFromString('--wasm-tier-up-filter=1000000');
}
