import { coreCatalogue } from './coreCatalogue.js';
import { lateGroups } from './lateGroups.generated.js';
import type { AnyOperation } from './operation.js';

/** Every operation, in the order in which surfaces list it. */
export const catalogue: readonly AnyOperation[] = Object.freeze([
  ...coreCatalogue,
  ...lateGroups.flatMap(group => Object.values(group)),
]);

const byName: ReadonlyMap<string, AnyOperation> = new Map(catalogue.map(operation => [operation.name, operation]));

export function findOperation(name: string): AnyOperation | undefined {
  return byName.get(name);
}
