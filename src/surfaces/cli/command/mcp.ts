import type { Parameter } from '../../../operations/commandLine.js';
import type { OwnCommand } from '../commandLine/commandSet.js';

const tools: Parameter = {
  field: 'tools',
  flag: 'tools',
  kind: 'choice',
  choices: ['all'],
  list: false,
  required: false,
  description: 'Also lists the lane tools when no lane exists',
};

/** Runs the MCP server, for clients that only know this program. */
export const mcp: OwnCommand = {
  path: ['mcp'],
  summary: 'Runs the MCP server for one coding agent, over stdin and stdout.',
  positionals: [],
  flags: [tools],
  examples: ['mcp', 'mcp --repo /path/to/repository', 'mcp --tools all'],
  run({ parts, options }, { tools: listed }) {
    const { repo, store, actor } = options;
    const args = Object.entries({ repo, store, actor, tools: listed }).flatMap(([flag, value]) =>
      value === undefined ? [] : [`--${flag}=${value}`],
    );
    return parts.serveMcp(args);
  },
};
