import type { Parameter } from '../../../operations/commandLine.js';
import type { OwnCommand } from '../commandLine/commandSet.js';

const tools: Parameter = {
  field: 'tools',
  flag: 'tools',
  kind: 'choice',
  choices: ['all'],
  list: false,
  required: false,
  description: 'Lists the tools of lanes too where there is no lane yet',
};

/** The MCP server, for clients that know only this program. */
export const mcp: OwnCommand = {
  path: ['mcp'],
  summary: 'Serves the catalogue to one coding agent over stdin and stdout (Model Context Protocol).',
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
