import { coreCatalogue } from './coreCatalogue.js';
import { laneCatalogue } from './laneCatalogue.js';
import type { AnyOperation } from './operation.js';
import { retroOperations } from './retro/retroOperations.js';
import { runOperations } from './run/runOperations.js';
import { snapshotOperations } from './snapshot/snapshotOperations.js';

/** Every operation, in the order in which surfaces list it. A new operation is one file and one line in its group. */
export const catalogue: readonly AnyOperation[] = Object.freeze([
  ...coreCatalogue,
  ...Object.values(runOperations),
  ...Object.values(retroOperations),
  ...Object.values(snapshotOperations),
  ...laneCatalogue,
]);

const byName: ReadonlyMap<string, AnyOperation> = new Map(catalogue.map(operation => [operation.name, operation]));

export function findOperation(name: string): AnyOperation | undefined {
  return byName.get(name);
}
