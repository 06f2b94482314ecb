import type { ConnectionEntry } from '../../../domain/agent/agent.js';

/** How an agent is connected to the MCP server. */
export interface Connection extends ConnectionEntry {
  /** As `Actor.harness` has it: `claude-code`. */
  readonly harness: string;
  readonly title: string;
  /** What the agent asks before it uses the entry, and what the entry allows it. */
  readonly trust: string;
}
