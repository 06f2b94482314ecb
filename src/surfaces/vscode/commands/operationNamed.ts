import { coreCatalogue } from '../../../operations/coreCatalogue.js';
import { isOfLanes } from '../../../operations/isOfLanes.js';
import { loadLaneCatalogue } from '../../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../../operations/operation.js';

/** An operation of the catalogue by its name: `queue.add`. */
export async function operationNamed(name: string): Promise<AnyOperation> {
  const catalogue = isOfLanes(name) ? await loadLaneCatalogue() : coreCatalogue;
  const found = catalogue.find(each => each.name === name);
  if (found === undefined) throw new Error(`There is no operation ${name}.`);
  return found;
}
