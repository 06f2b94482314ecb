import fs from 'node:fs';
import type { StoreFileSystem } from '../../../src/store/engine/sqljs/storeFileSystem.js';

type Name = keyof StoreFileSystem;

const names = [
  'openSync',
  'closeSync',
  'fstatSync',
  'statSync',
  'lstatSync',
  'readSync',
  'readFileSync',
  'writeSync',
  'ftruncateSync',
  'fsyncSync',
  'fdatasyncSync',
  'fdatasync',
  'linkSync',
  'renameSync',
  'unlinkSync',
  'readdirSync',
  'mkdirSync',
  'accessSync',
] as const satisfies readonly Name[];

export interface FileCall {
  /** Counted from 0 while armed. */
  readonly index: number;
  readonly name: Name;
  readonly args: readonly unknown[];
}

/** Stands in for what a call does; `real` does it. */
export type Fault = (call: FileCall, real: () => unknown) => unknown;

/** The real file system, with every call counted and, while armed, passed through a fault. */
export class FaultyFiles {
  readonly files: StoreFileSystem;
  calls = 0;
  readonly log: string[] = [];
  #fault: Fault | undefined;

  constructor() {
    const wrapped = new Map<Name, unknown>();
    for (const name of names) wrapped.set(name, (...args: unknown[]) => this.#call(name, args));
    this.files = Object.fromEntries(wrapped) as unknown as StoreFileSystem;
  }

  /** Counts from 0 again, with this fault from now on. */
  arm(fault: Fault = (_call, real) => real()): void {
    this.calls = 0;
    this.log.length = 0;
    this.#fault = fault;
  }

  disarm(): void {
    this.#fault = undefined;
  }

  #call(name: Name, args: unknown[]): unknown {
    const act = fs[name] as (...values: unknown[]) => unknown;
    if (this.#fault === undefined) return act(...args);
    const call = { index: this.calls, name, args };
    this.calls += 1;
    this.log.push(`${call.index} ${name} ${args.map(briefly).join(' ')}`);
    if (name !== 'fdatasync') return this.#fault(call, () => act(...args));
    // The only call with a callback: its fault is told to the callback, as the system would.
    const done = args[args.length - 1] as (error: unknown) => void;
    try {
      return this.#fault(call, () => act(...args));
    } catch (error) {
      queueMicrotask(() => done(error));
      return undefined;
    }
  }
}

function briefly(value: unknown): string {
  if (typeof value === 'string') return value.slice(-60);
  if (value instanceof Uint8Array) return `<${value.length}>`;
  return typeof value === 'number' ? String(value) : '';
}

/** An error as the system throws it. */
export function systemError(code: string, call = 'write'): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call });
}

/** Thrown by every call of a process that is taken for dead: nothing it does reaches the disk any more. */
export class Dead extends Error {}

/**
 * As if the process were killed at call `index`, before it happened or right after: this call and all later ones do nothing.
 */
export function dieAt(index: number, when: 'before' | 'after'): Fault {
  let dead = false;
  return (call, real) => {
    if (dead) throw new Dead();
    if (call.index !== index) return real();
    dead = true;
    if (when === 'after') real();
    throw new Dead();
  };
}

/** Call `index` fails with `code`; everything else works. */
export function failAt(index: number, code: string): Fault {
  return (call, real) => {
    if (call.index === index) throw systemError(code, call.name);
    return real();
  };
}
