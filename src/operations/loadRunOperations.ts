import type { AnyOperation } from './operation.js';
import type { runOperations } from './run/runOperations.generated.js';

export type RunOperations = typeof runOperations;

/** Loaded on the first call: `const { runList } = await loadRunOperations()`. */
export async function loadRunOperations(): Promise<RunOperations> {
  return (await import('./run/runOperations.generated.js')).runOperations;
}

export function isOfRuns(operation: string): boolean {
  return operation.startsWith('run.');
}

/** Name without loading the code: that of `runShow` ends with `.show`. */
export function runOperationName(declaration: keyof RunOperations): AnyOperation['name'] {
  return declaration.replace(/[A-Z]/, letter => `.${letter.toLowerCase()}`) as AnyOperation['name'];
}
