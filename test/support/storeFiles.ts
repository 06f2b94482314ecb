import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of files in a store's folder whose names match, in the order of their names. */
export function storeFiles(store: string, pattern: RegExp): string[] {
  return readdirSync(store)
    .filter(name => pattern.test(name))
    .sort()
    .map(name => join(store, name));
}

/** The log that commits go to. */
export function currentLog(store: string): string {
  return storeFiles(store, /^log\./).at(-1) ?? '';
}

/** Bytes of all logs of a store: they grow with each commit. */
export function logBytes(store: string): number {
  return storeFiles(store, /^log\./).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Flips a bit of the byte at `place`; a text stands for the first place that has it. */
export function flip(file: string, place: number | string): void {
  const bytes = readFileSync(file);
  const at = typeof place === 'number' ? place : bytes.indexOf(place);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(file, bytes);
}

/** Overwrites each base of a store, without which nothing of it can be read. */
export function ruinStore(store: string): void {
  for (const file of storeFiles(store, /^base\./)) writeFileSync(file, 'no base');
}
