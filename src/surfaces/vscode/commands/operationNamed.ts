import { coreCatalogue } from '../../../operations/coreCatalogue.js';
import { isOfLanes } from '../../../operations/isOfLanes.js';
import { loadLaneCatalogue } from '../../../operations/loadLaneCatalogue.js';
import { isOfRuns, loadRunOperations } from '../../../operations/loadRunOperations.js';
import type { AnyOperation } from '../../../operations/operation.js';

/** Returns an operation of the catalogue by its name, such as `queue.add`; throws for an unknown name. */
export async function operationNamed(name: string): Promise<AnyOperation> {
  const found = (await catalogueOf(name)).find(each => each.name === name);
  if (found === undefined) throw new Error(`There is no operation ${name}.`);
  return found;
}

async function catalogueOf(name: string): Promise<readonly AnyOperation[]> {
  if (isOfRuns(name)) return Object.values(await loadRunOperations());
  return isOfLanes(name) ? loadLaneCatalogue() : coreCatalogue;
}
