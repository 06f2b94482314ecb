import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { agents } from '../domain/agent/agents.js';
import { leadsOut } from '../platform/leadsOut.js';
import { textOfRegularFileSync } from '../platform/regularFile.js';
import { pathOf, userPlace } from './installPlace.js';

/**
 * True where another hook answers this event of an agent as well, so that the one of the repository has nothing to do: the
 * person's own, in every repository, or Copilot's, which runs the hooks that a repository has for Claude Code beside its own.
 * Looks into small files alone, because an agent waits.
 */
export function hasOwnHook(
  environment: Readonly<Record<string, string | undefined>>,
  harness: string,
  words: string,
): boolean {
  const isCopilots = harness === 'claude-code' && environment.COPILOT_CLI !== undefined && !environment.CLAUDECODE;
  const place = userPlace(environment);
  const connection = agents.find(agent => agent.harness === (isCopilots ? 'copilot' : harness))?.connection;
  if (place === undefined || connection?.hooks === undefined) return false;
  const own = textOf(pathOf(place, connection.hooks.user, connection));
  // With the quote that ends the command in JSON: one event's name may begin like another's.
  if (!isCopilots) return own.includes(`${words}"`);
  const ofProject = textIn(environment.COPILOT_PROJECT_DIR ?? '.', connection.hooks.project);
  return (own + ofProject).includes('agent-hook copilot');
}

function textOf(path: string): string {
  try {
    return textOfRegularFileSync(path) ?? '';
  } catch {
    return '';
  }
}

/** The text of a file of a repository; empty for one that a link out of it leads to. */
function textIn(root: string, name: string): string {
  try {
    const path = realpathSync(join(root, name));
    return leadsOut(relative(realpathSync(root), path)) ? '' : textOf(path);
  } catch {
    return '';
  }
}
