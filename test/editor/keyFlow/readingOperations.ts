import type { AnyOperation } from '../../../src/operations/operation.js';
import { keyFlows } from './keyFlows.js';

const driven = new Set([...keyFlows.paletteFlows, ...keyFlows.laneFlows].map(({ command }) => command));

/** The operations of the palette that read, need no answer and have no flow: each is begun once, as it is. */
export function readingOperations(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.filter(
    ({ name, palette, effect, input }) =>
      palette && effect === 'read' && !driven.has(name) && input.safeParse({}).success,
  );
}
