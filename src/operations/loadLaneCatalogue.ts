import type { AnyOperation } from './operation.js';

/** The operations on lanes, whose code is read with the first call: few programs need it. */
export async function loadLaneCatalogue(): Promise<readonly AnyOperation[]> {
  const { laneCatalogue } = await import('./laneCatalogue.js');
  return laneCatalogue;
}
