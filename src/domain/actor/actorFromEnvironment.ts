import { message } from '../../messages/message.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import { type Actor, actorSchema } from './actor.js';
import { findAgentMarker } from './agentMarker.js';
import { type CallSource, findAgentSign } from './agentSign.js';
import { modelFromEnvironment } from './usedModel.js';

export interface ActorSource extends CallSource {
  readonly given?: string | undefined;
}

/** An actor; without a name if the environment does not identify it: then git's user, else the system's. */
export type DerivedActor = Omit<Actor, 'name'> & { readonly name: string | undefined };

/**
 * Derives the caller's name from `--actor`, `STATEROOM_ACTOR` or the agent's marks (`codex-9f8e7d`: harness and end of the
 * session id, so that two sessions do not own each other's work). Refuses a name that is empty, too long or has control
 * characters.
 */
export function actorFromEnvironment({ environment, given, attended }: ActorSource): DerivedActor | Refusal {
  const marker = findAgentMarker(environment);
  const isPerson = findAgentSign({ environment, attended }) === undefined;
  const variable = environment.STATEROOM_ACTOR?.trim() || undefined;
  const name = given ?? variable ?? (marker === undefined ? undefined : agentName(marker.harness, marker.session));
  if (name !== undefined) {
    const parsed = actorSchema.shape.name.safeParse(name);
    if (!parsed.success || /\p{Cc}/u.test(name)) {
      const origin = given === undefined ? 'STATEROOM_ACTOR' : '--actor';
      return refuse('invalid_input', message('input.unusableActorName', { origin }), {
        hint: 'input.unusableActorNameHint',
      });
    }
  }
  return {
    role: isPerson ? 'human' : 'agent',
    name: name?.trim(),
    ...(marker === undefined ? {} : { harness: marker.harness }),
    ...(marker?.session === undefined ? {} : { session: marker.session }),
    ...(isPerson ? {} : { ...modelFromEnvironment(environment, marker?.harness), ...laneOf(environment) }),
  };
}

/** Returns the lane in which an agent was started; its child processes belong to it, in any directory. */
function laneOf({ STATEROOM_LANE: lane }: ActorSource['environment']): { lane?: string } {
  return lane !== undefined && /^[a-z0-9][\w.-]{0,59}$/.test(lane) ? { lane } : {};
}

/** Uses the end of the session id, because ids that begin with the time differ only there. */
export function agentName(harness: string, session: string | undefined): string {
  const tail = session
    ?.replace(/[^A-Za-z0-9]/g, '')
    .slice(-6)
    .toLowerCase();
  return tail ? `${harness}-${tail}` : harness;
}
