import { join } from 'node:path';
import { openFileCache } from '../../platform/fileCache.js';
import type { Store } from '../../store/store.js';

const cacheName = 'hasLanes';

/**
 * Determines if a store has lanes, from a cache if possible: opening it takes a third of the time to list tools, and
 * some agents do not wait. "Has lanes" is cached for good, even past a restore without lanes, "no lanes" until the next
 * commit. Rejects with the store's errors.
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
    // Called after each call while there are no lanes; one write is enough for the next start.
    if (hasLanes || !this.#isKept) await cache.write(cacheName, hasLanes ? some : none);
    this.#isKept = true;
    return hasLanes;
  }
}
