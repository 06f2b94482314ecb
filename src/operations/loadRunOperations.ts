import type { AnyOperation } from './operation.js';
import type { runOperations } from './run/runOperations.js';

/** The operations on investigations by the names of their declarations. */
export type RunOperations = typeof runOperations;

/** The operations on investigations, whose code is read with the first call: `const { runList } = await loadRunOperations()`. */
export async function loadRunOperations(): Promise<RunOperations> {
  return (await import('./run/runOperations.js')).runOperations;
}

/** True for the name of an operation on investigations. */
export function isOfRuns(operation: string): boolean {
  return operation.startsWith('run.');
}

/** The name of such an operation by that of its declaration, whose code is not loaded: that of `runShow` ends with `.show`. */
export function runOperationName(declaration: keyof RunOperations): AnyOperation['name'] {
  return declaration.replace(/[A-Z]/, letter => `.${letter.toLowerCase()}`) as AnyOperation['name'];
}
