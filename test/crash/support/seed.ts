import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from './openStore.js';
import { addItems, claimItem } from './rows.js';
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
