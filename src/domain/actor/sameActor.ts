import type { Actor, Role } from './actor.js';

/** True for the same name, or the same session under another name. */
export function isSameActor(
  caller: Pick<Actor, 'name' | 'session'>,
  recorded: { readonly name: string | null; readonly session: string | null },
): boolean {
  if (recorded.name === caller.name) return true;
  return recorded.session !== null && recorded.session === caller.session;
}

export interface RecordedActor {
  readonly actor: string;
  readonly role: Role | null;
  readonly harness: string | null;
  readonly model: string | null;
  readonly session: string | null;
  readonly lane: string | null;
}

/**
 * False only for records known to be of different actors. People are compared by name; agents choose theirs, so only session and
 * harness count. The same lane makes them the same; different lanes do not make them different, because an agent can change
 * lanes. If a record has no role, the name counts.
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
