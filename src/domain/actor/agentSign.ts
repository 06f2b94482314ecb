import { findAgentMarker } from './agentMarker.js';

/** How a call came in. */
export interface CallSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True when a person can be at the other end: stdin or stderr is a terminal. Always false for an MCP server. */
  readonly attended: boolean;
}

/** What makes an agent of a caller: an agent's own variables, `STATEROOM_ROLE`, `STATEROOM_LANE`, or that nobody is at a terminal. */
export type AgentSign = 'marks' | 'role' | 'lane' | 'noTerminal';

/**
 * What makes an agent of a caller, the strongest sign first; undefined for a person. The one rule of the command line, the git
 * hooks, the installer and the server; docs/architecture.md#who-acted says what it cannot keep out.
 *
 * Someone who pipes the output away or a list in still has stderr or stdin on the terminal, while scheduled jobs, CI and
 * commands of agents have neither. No name and no variable makes a person.
 */
export function findAgentSign({ environment, attended }: CallSource): AgentSign | undefined {
  if (findAgentMarker(environment) !== undefined) return 'marks';
  if (environment.STATEROOM_ROLE?.trim().toLowerCase() === 'agent') return 'role';
  // Set for what works in a lane, and by whoever loads the lane's environment file.
  if (environment.STATEROOM_LANE?.trim()) return 'lane';
  return attended ? undefined : 'noTerminal';
}
