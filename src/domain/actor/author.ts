import type { Actor } from './actor.js';

export function authorOf({ name, role, harness, model, effort, session, lane }: Actor) {
  return {
    actor: name,
    role,
    harness: harness ?? null,
    model: model ?? null,
    effort: effort ?? null,
    session: session ?? null,
    lane: lane ?? null,
  };
}
