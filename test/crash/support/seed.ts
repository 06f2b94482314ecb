import { createHash } from 'node:crypto';
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { neverCheckpoint, openStore } from './openStore.js';
import { addItems, claimItem, titlesOf } from './rows.js';
import { tempFolder } from './tempFolder.js';

/**
 * A store with a past: a first generation, a second with a snapshot, commits after it, one item claimed. Items are named
 * `one` to `six`.
 */
export async function seedStore(): Promise<string> {
  const directory = join(tempFolder('seed'), 'store');
  const store = openStore(directory);
  await addItems(store, ['one', 'two', 'three']);
  await claimItem(store, 'ann', 2);
  await store.maintenance.compact();
  await addItems(store, ['four', 'five']);
  await addItems(store, ['six']);
  await store.close();
  return directory;
}

export const seededTitles = ['one', 'two', 'three', 'four', 'five', 'six'];

/** What `seedSegments` puts in: too much for a small image, which each checkpoint writes again. */
export const segmentTitles: readonly string[] = [
  ...Array.from({ length: 700 }, (_, index) => `${index} ${'x'.repeat(1500)}`),
  'in the first segment',
  'in the second segment',
  'in the log',
];

/**
 * A store whose newest base has all that one can have: an image, two segments on top of it, and commits in the log behind. The base
 * before it has the same image and one segment. Returns its folder and its titles.
 */
export async function seedSegments(): Promise<{ readonly directory: string; readonly titles: readonly string[] }> {
  const directory = join(tempFolder('segments'), 'store');
  const [logged = '', second = '', first = '', ...others] = segmentTitles.toReversed();
  const store = openStore(directory);
  await addItems(store, others.reverse());
  await store.maintenance.compact();
  await store.close();
  for (const title of [first, second]) {
    const writer = openStore(directory, { checkpoint: { ...neverCheckpoint, closeRecords: 0 } });
    await addItems(writer, [title]);
    await writer.close();
  }
  const last = openStore(directory);
  await addItems(last, [logged]);
  await titlesOf(last);
  await last.close();
  return { directory, titles: segmentTitles };
}

/**
 * The store of `seedStore`, whose second base was made by a checkpoint: the first one and both logs are as good. Items are named
 * `one` to `six`.
 */
export async function seedCheckpoint(): Promise<string> {
  const directory = join(tempFolder('checkpoint'), 'store');
  const first = openStore(directory, { checkpoint: { ...neverCheckpoint, closeRecords: 0 } });
  await addItems(first, ['one', 'two', 'three']);
  await first.close();
  const second = openStore(directory);
  for (const title of ['four', 'five', 'six']) await addItems(second, [title]);
  await second.close();
  return directory;
}

/** A copy of a closed store in a folder of its own. */
export function copyOf(directory: string): string {
  const copy = join(tempFolder('copy'), 'store');
  cpSync(directory, copy, { recursive: true });
  return copy;
}

/** Makes every process that left its identity here look as if it had ended: its pid becomes one that no one has. */
export function pretendDead(directory: string, deadPid: number): void {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory)) {
    // Another process has another pid, and so does not find these under the names of its own.
    if (name.endsWith(`.tmp${process.pid}`)) {
      renameSync(join(directory, name), join(directory, name.replace(/\d+$/, String(deadPid))));
    }
    if (!/^(proc\.\d+\.[\da-f]+|lock|break\..*)$/.test(name)) continue;
    const path = join(directory, name);
    const text = readFileSync(path, 'utf8');
    // A hard link shows the change made through its other name.
    const changed = text.replace(`"pid":${process.pid},`, `"pid":${deadPid},`);
    if (changed !== text) writeFileSync(path, changed);
  }
}

/** Turns one bit of a file around. */
export function flipBit(path: string, byte: number, bit = 4): void {
  const bytes = readFileSync(path);
  bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit);
  writeFileSync(path, bytes);
}

/** What is in the plain files of a store. */
export function contentOf(directory: string): Record<string, string> {
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(directory, name)))
      .digest('hex');
  const names = readdirSync(directory).filter(name => lstatSync(join(directory, name)).isFile());
  return Object.fromEntries(names.sort().map(name => [name, sum(name)]));
}
