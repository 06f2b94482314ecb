import { AsyncLocalStorage } from 'node:async_hooks';
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Log } from '../../src/platform/log.js';

const inside = new AsyncLocalStorage<Error[]>();
let isGuarded = false;

const changesFiles =
  /^(append|ch|copy|cp|createWrite|f?utimes|link|lutimes|mkdir|mkdtemp|open|rename|rm|symlink|truncate|unlink|write)/;
const startsProgram = /^(exec|fork|spawn)/;

/**
 * Runs the callback of a transaction: a change of a file or the start of a program in it throws, also where it does not wait for
 * that. `faults` has the same errors, because a callback may hide them.
 */
export function withoutEffects<T>(faults: Error[], callback: () => Promise<T>): Promise<T> {
  if (!isGuarded) {
    isGuarded = true;
    guard(fs, changesFiles);
    guard(fs.promises, changesFiles);
    guard(childProcess, startsProgram);
    // For modules that import them by name.
    syncBuiltinESMExports();
  }
  return inside.run(faults, callback);
}

/** Runs a call of the store itself, which may have effects. */
export function ofStore<T>(call: () => T): T {
  return inside.exit(call);
}

/** Throws in the callback of a transaction. */
export function refuseInside(effect: string): void {
  const faults = inside.getStore();
  if (faults === undefined) return;
  const fault = new Error(`The callback of a transaction does what no rollback takes back: ${effect}.`);
  faults.push(fault);
  throw fault;
}

const line = (): void => refuseInside('a line of the log');

/** Drops everything, outside of callbacks. */
export const logOutside: Log = { debug: line, info: line, warn: line, error: line };

function guard(module: object, pattern: RegExp): void {
  for (const [name, value] of Object.entries(module)) {
    if (typeof value !== 'function' || !pattern.test(name)) continue;
    // A proxy keeps what the function has of its own, as for `promisify`.
    const guarded = new Proxy(value, {
      apply(act, self, values) {
        refuseInside(name);
        return Reflect.apply(act, self, values);
      },
    });
    Object.assign(module, { [name]: guarded });
  }
}
