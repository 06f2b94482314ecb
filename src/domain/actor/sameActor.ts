import type { Actor, Role } from './actor.js';

/** True if the recorded actor is the caller, as far as can be known: same name, or same session under another name. */
export function isSameActor(
  caller: Pick<Actor, 'name' | 'session'>,
  recorded: { readonly name: string | null; readonly session: string | null },
): boolean {
  if (recorded.name === caller.name) return true;
  return recorded.session !== null && recorded.session === caller.session;
}

/** A recorded author; null for unknown fields. */
export interface RecordedActor {
  readonly actor: string;
  readonly role: Role | null;
  readonly harness: string | null;
  readonly model: string | null;
  readonly session: string | null;
  readonly lane: string | null;
}

/**
 * False only if two records are known to be of different actors. People are compared by name. Agents choose their names, so only session
 * and harness count: if neither is known for both, or the known ones are equal, they may be the same. The same lane makes them the same;
 * different lanes, or one and none, do not make them different, because an agent can change lanes. If a record does not state its role, the
 * name counts.
 */
export function mayBeSameActor(one: RecordedActor, other: RecordedActor): boolean {
  if (one.session !== null && one.session === other.session) return true;
  if (one.role === null || other.role === null) return isSameName(one, other);
  if (one.role === 'human' || other.role === 'human') return one.role === other.role && isSameName(one, other);
  if (one.lane !== null && one.lane === other.lane) return true;
  if (one.session !== null && other.session !== null) return false;
  return one.harness === null || other.harness === null || one.harness === other.harness;
}

function isSameName(one: RecordedActor, other: RecordedActor): boolean {
  return one.actor.trim().toLowerCase() === other.actor.trim().toLowerCase();
}
