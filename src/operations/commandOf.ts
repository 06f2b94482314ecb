import type { AnyOperation } from './operation.js';

/** The editor's command: `stateroom.queue.claim`. */
export function commandOf({ name }: Pick<AnyOperation, 'name'>): string {
  return `stateroom.${name}`;
}
