import { join } from 'node:path';
import { writeFileAtomically } from './files.js';
import { isOwnFolder } from './ownFolder.js';
import { readRegularFile } from './regularFile.js';

/** Computed texts by name. Readers verify that an entry is valid; losing one does no harm. */
export interface FileCache {
  read(name: string): Promise<string | undefined>;
  /** Does nothing if the entry cannot be written. */
  write(name: string, text: string): Promise<void>;
}

/** The changes of a hundred lanes take some megabytes. */
const maxBytes = 64 * 1024 * 1024;

/** Opens a folder of files, readable only by their owner. Does no I/O before the first call. */
export function openFileCache(folder: string): FileCache {
  const path = (name: string): string => join(folder, `${name}.json`);
  return {
    async read(name) {
      if (!(await isOwnFolder(folder))) return undefined;
      const found = await readRegularFile(path(name), { maxBytes: maxBytes, followsLinks: false }).catch(
        () => undefined,
      );
      return found && 'content' in found ? found.content.toString('utf8') : undefined;
    },
    // Not synced: an entry torn by a power cut is read as missing.
    async write(name, text) {
      try {
        await writeFileAtomically(path(name), text, { mode: 0o600, sync: false, inStore: true });
      } catch {
        // The entry is computed again next time.
      }
    },
  };
}
