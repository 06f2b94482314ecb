import type { Actor } from './actor.js';

/**
 * True when what is recorded of somebody is the caller, as far as can be known: under the same name, or in the same session
 * under another one.
 */
export function isSameActor(
  caller: Pick<Actor, 'name' | 'session'>,
  recorded: { readonly name: string | null; readonly session: string | null },
): boolean {
  if (recorded.name === caller.name) return true;
  return recorded.session !== null && recorded.session === caller.session;
}
