import type { Agent } from './agent.js';
import { commandAndArgs, connectionName, envOf, json } from './serverProgram.js';

export const copilot: Agent = {
  harness: 'copilot',
  title: 'GitHub Copilot CLI',
  program: 'copilot',
  promptOption: '-i ',
  marks: ['COPILOT_AGENT', 'COPILOT_CLI'],
  sessions: ['COPILOT_AGENT_SESSION_ID'],
  models: ['COPILOT_MODEL'],
  otherNames: [
    'github-copilot',
    'github-copilot-cli',
    'github-copilot-vscode-agent',
    'github-copilot-cloud-agent',
    'copilot-cli',
  ],
  clientNames: ['copilot-cli', 'github-copilot-developer'],
  worktrees: { maker: 'Copilot', folder: /\/copilot-worktrees\/|\.worktrees\/copilot-/, branch: /^copilot[-/]/ },
  documents: ['.github/copilot-instructions.md'],
  connection: {
    entry: program => ({
      projectFile: '.github/mcp.json',
      userFile: '~/.copilot/mcp-config.json',
      language: 'json',
      text: json({
        mcpServers: {
          [connectionName]: { type: 'local', ...commandAndArgs(program), ...envOf(program), tools: ['*'] },
        },
      }),
      headless: 'copilot -p "<prompt>" --trust-folder --allow-tool stateroom',
    }),
    steps: t => ({
      user: t('Without a person to ask, allow the tools: `copilot -p "<prompt>" --allow-tool stateroom`.'),
      project: t(
        'Trust the folder: start `copilot` here once, or run `copilot -p "<prompt>" --trust-folder --allow-tool stateroom`.',
      ),
    }),
    home: { folder: '.copilot' },
    hooks: { user: '~/.copilot/hooks/stateroom.json', project: '.github/hooks/stateroom.json' },
    skills: '.agents/skills',
    guides: ['AGENTS.md'],
    userGuide: '~/.copilot/copilot-instructions.md',
  },
  acp: {
    command: ['copilot', '--acp'],
    mode: 'https://agentclientprotocol.com/protocol/session-modes#agent',
    mcpOption: config => ['--additional-mcp-config', config],
    guards: { hooks: true, permissions: true, sandbox: false },
    // GH_TOKEN and GITHUB_TOKEN are those of git and gh too.
    credentials: [/^COPILOT_(?:.*_)?(?:KEY|TOKEN)$/],
    turnUsage: 'session',
    tried: '1.0.102',
  },
};
