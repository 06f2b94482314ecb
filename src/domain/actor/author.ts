import type { Actor } from './actor.js';

/** An actor as rows and events name it. */
export function authorOf({ name, role, harness, model, session, lane }: Actor) {
  return {
    actor: name,
    role,
    harness: harness ?? null,
    model: model ?? null,
    session: session ?? null,
    lane: lane ?? null,
  };
}
