import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Makes a folder for this process, `stateroom-<name>-…`. Absolute, because git runs elsewhere and would look for a relative one there. */
export function makeTemporaryFolder(name: string): Promise<string> {
  return mkdtemp(join(resolve(tmpdir()), `stateroom-${name}-`));
}
