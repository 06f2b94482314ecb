import type { OwnCommand } from '../commandLine/commandSet.js';

/** The MCP server, for clients that know only this program. */
export const mcp: OwnCommand = {
  path: ['mcp'],
  summary: 'Serves the catalogue to one coding agent over stdin and stdout (Model Context Protocol).',
  positionals: [],
  flags: [],
  examples: ['mcp', 'mcp --repo /path/to/repository'],
  run({ parts, options }) {
    const { repo, store, actor } = options;
    const args = Object.entries({ repo, store, actor }).flatMap(([flag, value]) =>
      value === undefined ? [] : [`--${flag}=${value}`],
    );
    return parts.serveMcp(args);
  },
};
