import { DamagedFileError } from './baseFile.js';
import type { PageReplica } from './pageReplica.js';

/**
 * Runs work again where a file turns out to be damaged, over what is whole before it. Throws STORE_CORRUPT when nothing is left to
 * try.
 */
export async function onWholePages<T>(replica: () => PageReplica | undefined, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const damaged = replica();
      if (!(error instanceof DamagedFileError) || damaged === undefined) throw error;
      damaged.distrust(error.file);
    }
  }
}
