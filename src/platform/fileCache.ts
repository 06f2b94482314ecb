import { join } from 'node:path';
import { writeFileAtomically } from './files.js';
import { isOwnFolder } from './ownFolder.js';
import { readRegularFile } from './regularFile.js';

/**
 * What was worked out before, by name, so that it need not be again. Whoever reads sees to it that it still holds; nothing is
 * lost with it.
 */
export interface FileCache {
  /** Undefined when nothing is kept under this name. */
  read(name: string): Promise<string | undefined>;
  /** Keeps a text in the place of the one before; does nothing where it cannot be written. */
  write(name: string, text: string): Promise<void>;
}

/** Bytes; what a hundred lanes change takes some megabytes. */
const maxBytes = 64 * 1024 * 1024;

/** Such files in one folder, for their owner alone. Touches nothing before the first call. */
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
    // What a power cut leaves half is read as nothing: no one waits for the disk.
    async write(name, text) {
      try {
        await writeFileAtomically(path(name), text, { mode: 0o600, sync: false, inStore: true });
      } catch {
        // It is worked out again the next time.
      }
    },
  };
}
