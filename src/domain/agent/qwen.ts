import type { Agent } from './agent.js';
import { commandAndArgs, connectionName, envOf, json } from './serverProgram.js';

export const qwen: Agent = {
  harness: 'qwen',
  title: 'Qwen Code',
  program: 'qwen',
  promptOption: '-i ',
  marks: ['QWEN_CODE'],
  sessions: ['QWEN_CODE_SESSION_ID'],
  models: ['OPENAI_MODEL'],
  otherNames: ['qwen-code'],
  clientNames: ['qwen-cli-mcp-client'],
  staysInFolder: true,
  settings: ['.qwen'],
  connection: {
    entry: program => ({
      projectFile: '.qwen/settings.json',
      userFile: '~/.qwen/settings.json',
      language: 'json',
      text: json({ mcpServers: { [connectionName]: { ...commandAndArgs(program), ...envOf(program) } } }),
      headless: 'qwen -p "<prompt>" --allowed-tools mcp__stateroom',
    }),
    hooks: { user: '~/.qwen/settings.json', project: '.qwen/settings.json' },
    steps: t => ({
      user: t('Without a person to ask, allow the tools: `qwen -p "<prompt>" --allowed-tools mcp__stateroom`.'),
      project: t('Approve the server: run `qwen mcp approve stateroom` here once.'),
    }),
    home: { folder: '.qwen' },
    skills: '.agents/skills',
    guides: ['AGENTS.md'],
  },
  acp: {
    command: ['qwen', '--acp'],
    mode: 'default',
    guards: { hooks: true, permissions: true, sandbox: false },
    credentials: [/^OPENAI_(?:.*_)?(?:KEY|TOKEN)$/, /^(?:DASHSCOPE|BAILIAN|QWEN)_(?:.*_)?(?:KEY|TOKEN)$/],
    tried: '0.24.4',
  },
};
