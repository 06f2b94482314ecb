import type { laneDeclarations } from './laneCatalogue.js';
import type { AnyOperation } from './operation.js';

/** Operations on lanes, loaded on the first call: few programs need them. */
export async function loadLaneCatalogue(): Promise<readonly AnyOperation[]> {
  const { laneCatalogue } = await import('./laneCatalogue.js');
  return laneCatalogue;
}

export type LaneOperations = typeof laneDeclarations;

/** Operations by declaration name: `const { laneList } = await loadLaneOperations()`. */
export async function loadLaneOperations(): Promise<LaneOperations> {
  return (await import('./laneCatalogue.js')).laneDeclarations;
}

/** Name of an operation on lanes by its declaration, without loading its code: `workerSpawn` is `worker.spawn`. */
export function laneOperationName(declaration: keyof LaneOperations): AnyOperation['name'] {
  return declaration.replace(/[A-Z]/, letter => `.${letter.toLowerCase()}`) as AnyOperation['name'];
}
