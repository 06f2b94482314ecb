import type { Agent } from './agent.js';
import { commandAndArgs, connectionName, envOf, json } from './serverProgram.js';

export const vscode: Agent = {
  harness: 'vscode',
  title: 'VS Code (Copilot agent mode)',
  clientNames: ['visual-studio-code'],
  settings: ['.vscode'],
  connection: {
    entry: program => ({
      projectFile: '.vscode/mcp.json',
      userFile: null,
      language: 'json',
      text: json({
        servers: {
          [connectionName]: {
            type: 'stdio',
            command: commandAndArgs(program).command,
            // VS Code starts servers in the home directory by default.
            args: [...commandAndArgs(program).args, '--repo', `\${workspaceFolder}`],
            ...envOf(program),
          },
        },
      }),
      headless: null,
    }),
    steps: t => ({ project: t('VS Code asks for trust when it first starts the server of .vscode/mcp.json.') }),
    home: { folder: '.vscode' },
    skills: '.agents/skills',
    guides: ['AGENTS.md'],
  },
};
