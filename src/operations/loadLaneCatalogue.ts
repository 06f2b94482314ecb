import type { laneOperations } from './lane/laneOperations.generated.js';
import type { AnyOperation } from './operation.js';

/** Loaded on the first call: few programs need them. */
export async function loadLaneCatalogue(): Promise<readonly AnyOperation[]> {
  return Object.values(await loadLaneOperations());
}

export type LaneOperations = typeof laneOperations;

/** By declaration name: `const { laneList } = await loadLaneOperations()`. */
export async function loadLaneOperations(): Promise<LaneOperations> {
  return (await import('./lane/laneOperations.generated.js')).laneOperations;
}

/** Name without loading the code: `workerSpawn` is `worker.spawn`. */
export function laneOperationName(declaration: keyof LaneOperations): AnyOperation['name'] {
  return declaration.replace(/[A-Z]/, letter => `.${letter.toLowerCase()}`) as AnyOperation['name'];
}
