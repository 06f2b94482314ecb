import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from './files.js';

/**
 * What was worked out before, by name, so that it need not be again. Whoever reads sees to it that it still holds; nothing is
 * lost with it.
 */
export interface KeptFiles {
  /** Undefined when nothing is kept under this name. */
  read(name: string): Promise<string | undefined>;
  /** Keeps a text in the place of the one before; does nothing where it cannot be written. */
  write(name: string, text: string): Promise<void>;
}

/** Such files in one folder, for their owner alone. Touches nothing before the first call. */
export function openKeptFiles(folder: string): KeptFiles {
  const path = (name: string): string => join(folder, `${name}.json`);
  return {
    read: name => readFile(path(name), 'utf8').catch(() => undefined),
    // What a power cut leaves half is read as nothing: nobody waits for the disk.
    write: (name, text) =>
      writeFileAtomically(path(name), text, { mode: 0o600, sync: false, inStore: true }).catch(() => undefined),
  };
}
