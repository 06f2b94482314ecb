import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Makes a folder of this process's own, `stateroom-<name>-…`. Absolute: git, which runs elsewhere, would look for a relative one there. */
export function makeTemporaryFolder(name: string): Promise<string> {
  return mkdtemp(join(resolve(tmpdir()), `stateroom-${name}-`));
}
