import { DamagedFileError } from './baseFile.js';
import type { PageReplica } from './pageReplica.js';

/** Repeats work on the newest undamaged state after damage. Throws STORE_CORRUPT if none is left. */
export async function onWholePages<T>(replica: () => PageReplica | undefined, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const damaged = replica();
      if (!(error instanceof DamagedFileError) || damaged === undefined) throw error;
      damaged.distrust(damaged.pages.base.base.number);
    }
  }
}
