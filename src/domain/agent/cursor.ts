import type { Agent } from './agent.js';
import { commandAndArgs, connectionName, envOf, json } from './serverProgram.js';

export const cursor: Agent = {
  harness: 'cursor',
  title: 'Cursor',
  program: 'cursor-agent',
  marks: ['CURSOR_AGENT'],
  otherNames: ['cursor-cli'],
  clientNames: ['cursor-vscode'],
  worktrees: { folder: /\/\.cursor\/worktrees\//, branch: /^cursor\// },
  settings: ['.cursor'],
  connection: {
    entry: program => ({
      projectFile: '.cursor/mcp.json',
      userFile: '~/.cursor/mcp.json',
      language: 'json',
      text: json({ mcpServers: { [connectionName]: { ...commandAndArgs(program), ...envOf(program) } } }),
      headless: 'cursor-agent -p "<prompt>" --approve-mcps',
    }),
    steps: t => {
      const step = t(
        'Enable the server in Cursor under Settings, MCP. For one run: `cursor-agent -p "<prompt>" --approve-mcps`.',
      );
      return { user: step, project: step };
    },
    home: { folder: '.cursor' },
    skills: '.agents/skills',
    guides: ['AGENTS.md'],
  },
};
