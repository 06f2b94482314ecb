import { findAgentMarker } from './agentMarker.js';

export interface CallSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True if a person may be present: stdin or stderr is a terminal. Always false for an MCP server. */
  readonly attended: boolean;
}

/** Evidence that the caller is an agent: an agent's own variables, `STATEROOM_ROLE`, `STATEROOM_LANE`, or no terminal. */
export type AgentSign = 'marks' | 'role' | 'lane' | 'noTerminal';

/**
 * Strongest sign of an agent; undefined for a person. A person who pipes input or output still has a terminal on stdin or stderr;
 * scheduled jobs, CI and agents' commands have none. No name or variable makes a caller a person. See
 * docs/architecture.md#who-acted.
 */
export function findAgentSign({ environment, attended }: CallSource): AgentSign | undefined {
  if (findAgentMarker(environment) !== undefined) return 'marks';
  if (environment.STATEROOM_ROLE?.trim().toLowerCase() === 'agent') return 'role';
  // Set for programs in a lane, and by loading the lane's environment file.
  if (environment.STATEROOM_LANE?.trim()) return 'lane';
  return attended ? undefined : 'noTerminal';
}
