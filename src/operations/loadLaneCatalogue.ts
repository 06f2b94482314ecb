import type { laneDeclarations } from './laneCatalogue.js';
import type { AnyOperation } from './operation.js';

/** The operations on lanes, whose code is read with the first call: few programs need it. */
export async function loadLaneCatalogue(): Promise<readonly AnyOperation[]> {
  const { laneCatalogue } = await import('./laneCatalogue.js');
  return laneCatalogue;
}

/** The operations on lanes by the names of their declarations. */
export type LaneOperations = typeof laneDeclarations;

/** The same by the names of their declarations: `const { laneList } = await loadLaneOperations()`. */
export async function loadLaneOperations(): Promise<LaneOperations> {
  return (await import('./laneCatalogue.js')).laneDeclarations;
}

/** The name of an operation on lanes by that of its declaration, whose code is not loaded: `workerSpawn` is `worker.spawn`. */
export function laneOperationName(declaration: keyof LaneOperations): AnyOperation['name'] {
  return declaration.replace(/[A-Z]/, letter => `.${letter.toLowerCase()}`) as AnyOperation['name'];
}
