import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { agents } from '../domain/agent/agents.js';
import { leadsOut } from '../platform/leadsOut.js';
import { textOfRegularFileSync } from '../platform/regularFile.js';
import { pathOf, userPlace } from './installPlace.js';

/**
 * True if the person's own hook answers this event, or Copilot's, which also runs a repository's hooks for Claude Code. Reads
 * small files only, because an agent waits.
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
  // Includes the closing quote of the command in JSON: an event's name may be a prefix of another's.
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

/** Empty if a link leads outside the repository. */
function textIn(root: string, name: string): string {
  try {
    const path = realpathSync(join(root, name));
    return leadsOut(relative(realpathSync(root), path)) ? '' : textOf(path);
  } catch {
    return '';
  }
}
