import { join } from 'node:path';
import { openFileCache } from '../../platform/fileCache.js';
import type { Store } from '../../store/store.js';

const cacheName = 'hasLanes';

/**
 * Whether the store in a directory has a lane, open or not, without opening the store where that is known: opening takes a third
 * of the time until a server has listed its tools, and agents that do not wait for it begin without them.
 *
 * The answer is kept beside the store: that there are lanes for good, that there are none until the next commit. A backup
 * without lanes that is restored therefore still counts as having some. Rejects with the store's errors.
 */
export class LaneHint {
  #isKept = false;

  async hasLanes(store: Store, directory: string): Promise<boolean> {
    const mark = store.commitMark();
    if (mark === undefined) return false;
    const cache = openFileCache(join(directory, 'kept'));
    const some = JSON.stringify({ lanes: true });
    const none = JSON.stringify({ lanes: false, mark });
    const kept = this.#isKept ? undefined : await cache.read(cacheName);
    if (kept === some || kept === none) return kept === some;
    const hasLanes = await store.read(transaction => transaction.lanes.isAny());
    // Asked after each call as long as there are none; once is enough for the next start.
    if (hasLanes || !this.#isKept) await cache.write(cacheName, hasLanes ? some : none);
    this.#isKept = true;
    return hasLanes;
  }
}
