import type { Agent } from './agent.js';
import { commandAndArgs, connectionName, envOf, json } from './serverProgram.js';

export const gemini: Agent = {
  harness: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  promptOption: '-i ',
  marks: ['GEMINI_CLI'],
  sessions: ['GEMINI_CLI_SESSION_ID'],
  models: ['GEMINI_MODEL'],
  otherNames: ['gemini-cli'],
  clientNames: ['gemini-cli-mcp-client'],
  staysInFolder: true,
  settings: ['.gemini'],
  documents: ['GEMINI.md'],
  connection: {
    entry: (program, approves = true) => ({
      projectFile: '.gemini/settings.json',
      userFile: '~/.gemini/settings.json',
      language: 'json',
      text: json({
        mcpServers: {
          [connectionName]: { ...commandAndArgs(program), ...envOf(program), ...(approves ? { trust: true } : {}) },
        },
      }),
      headless: 'GEMINI_CLI_TRUST_WORKSPACE=true gemini -p "<prompt>"',
    }),
    hooks: { user: '~/.gemini/settings.json', project: '.gemini/settings.json' },
    steps: t => ({
      user: t(
        'Trust the folder of the repository: start `gemini` there once, or set `GEMINI_CLI_TRUST_WORKSPACE=true` for a run.',
      ),
      project: t(
        'Trust the folder of the repository: start `gemini` there once, or set `GEMINI_CLI_TRUST_WORKSPACE=true` for a run. To let it call the tools without asking, run `stateroom install --agents gemini` as well.',
      ),
    }),
    home: { folder: '.gemini' },
    skills: '.agents/skills',
    guides: ['GEMINI.md'],
  },
  acp: {
    command: ['gemini', '--acp'],
    mode: 'default',
    // Else it starts no MCP server in a folder that it has not asked about.
    variables: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    // Its hooks do not run over ACP.
    guards: { hooks: false, permissions: true, sandbox: false },
    credentials: [/^(?:GEMINI|GOOGLE|GOOGLE_GENAI)_API_KEY$/],
    tried: '0.61.0',
  },
};
