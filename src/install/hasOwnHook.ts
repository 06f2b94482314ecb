import { agents } from '../domain/agent/agents.js';
import { pathOf, textOf, userPlace } from './installPlace.js';

/**
 * True where a person's own hooks answer this event of an agent too, in every repository: the one of the repository then has
 * nothing to do. Looks into one small file, because an agent waits.
 */
export function hasOwnHook(
  environment: Readonly<Record<string, string | undefined>>,
  harness: string,
  words: string,
): boolean {
  const place = userPlace(environment);
  const connection = agents.find(agent => agent.harness === harness)?.connection;
  if (place === undefined || connection?.hooks === undefined) return false;
  // With the quote that ends the command in JSON: one event's name may begin like another's.
  return textOf(pathOf(place, `~/${connection.hooks}`, connection)).includes(`${words}"`);
}
