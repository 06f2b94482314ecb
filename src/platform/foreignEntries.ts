import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface ForeignEntry {
  /** Below the store's folder, with `/`. */
  readonly file: string;
  /** End of a sentence: `is a link`. */
  readonly reason: string;
}

/** Folders of the store, by depth. */
const folders: ReadonlyMap<string, number> = new Map([
  ['beats', 1],
  ['bin', 1],
  ['evidence', 1],
  ['hooks', 1],
  ['journeys', 2],
  ['kept', 1],
  ['logs', 1],
  ['messages', 1],
  ['presence', 1],
  ['replaced', 1],
  ['runs', 1],
  ['secrets', 3],
  ['turns', 1],
  ['waiting', 1],
  ['workers', 1],
]);

/** Returns links, pipes and the like in the store, at most `max`, sorted by path. */
export async function foreignEntries(storeDirectory: string, max: number): Promise<ForeignEntry[]> {
  const found: ForeignEntry[] = [];
  const look = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(join(storeDirectory, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (found.length >= max) return;
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) found.push({ file, reason: 'is a symbolic link, which is not followed' });
      else if (entry.isFIFO() || entry.isBlockDevice() || entry.isCharacterDevice()) {
        found.push({ file, reason: 'is not a regular file' });
      } else if (folder === '' && folders.has(entry.name) && !entry.isDirectory()) {
        found.push({ file, reason: 'is a file, but should be a folder' });
      } else if (entry.isDirectory() && (folder === '' ? folders.has(entry.name) : depth > 1)) {
        await look(file, folder === '' ? (folders.get(entry.name) ?? 1) : depth - 1);
      }
    }
  };
  if ((await lstat(storeDirectory).catch(() => undefined)) !== undefined) await look('', 0);
  return found;
}
