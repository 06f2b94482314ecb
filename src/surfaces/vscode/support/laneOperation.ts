import type { AnyOperation } from '../../../operations/operation.js';

/**
 * An operation on lanes or workers by its name, as `worker.spawn`. Their code is in a file of its own, which is read with the
 * first of them: import the operations themselves as types alone.
 */
export async function laneOperation<Found = AnyOperation>(name: string): Promise<Found> {
  const { loadLaneCatalogue } = await import('../../../operations/loadLaneCatalogue.js');
  const found = (await loadLaneCatalogue()).find(operation => operation.name === name);
  if (found === undefined) throw new Error(`There is no operation ${name}.`);
  return found as Found;
}
