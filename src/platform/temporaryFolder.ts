import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** `stateroom-<name>-…`. Absolute: git runs elsewhere and would resolve a relative path there. */
export function makeTemporaryFolder(name: string): Promise<string> {
  return mkdtemp(join(resolve(tmpdir()), `stateroom-${name}-`));
}
