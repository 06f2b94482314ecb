import { readFileSync } from 'node:fs';
import type { Store } from '../../../src/store/store.js';
import { openStore } from './openStore.js';
import { newestLog } from './rawLog.js';
import { copyOf } from './seed.js';

/** What another process appends when it does this to the store as it is now. */
export async function bytesOfRival(directory: string, act: (store: Store) => Promise<unknown>): Promise<Buffer> {
  const copy = copyOf(directory);
  const log = newestLog(copy);
  const { length } = readFileSync(log);
  const rival = openStore(copy);
  await act(rival);
  await rival.close();
  return readFileSync(log).subarray(length);
}
