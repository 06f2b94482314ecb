import type { Actor, Role } from './actor.js';

/**
 * True when what is recorded of someone is the caller, as far as can be known: under the same name, or in the same session
 * under another one.
 */
export function isSameActor(
  caller: Pick<Actor, 'name' | 'session'>,
  recorded: { readonly name: string | null; readonly session: string | null },
): boolean {
  if (recorded.name === caller.name) return true;
  return recorded.session !== null && recorded.session === caller.session;
}

/** Who did something, as rows and events have it; null where it is not known. */
export interface RecordedActor {
  readonly actor: string;
  readonly role: Role | null;
  readonly harness: string | null;
  readonly model: string | null;
  readonly session: string | null;
  readonly lane: string | null;
}

/**
 * True unless two records are known to be of two different actors. People are distinguished by name. Agents choose their names,
 * so they are distinguished by session and harness alone: where neither is known of both, or what is known is the same, they may
 * be one. One lane makes them one; two lanes, or one and none, do not make them two, because an agent can leave its lane and
 * enter another. Where a record does not say whether it is of a person, the name counts.
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
