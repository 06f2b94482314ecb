import type { Agent } from './agent.js';
import { commandAndArgs, connectionName, json, maxCallSeconds } from './serverProgram.js';

export const opencode: Agent = {
  harness: 'opencode',
  title: 'opencode',
  program: 'opencode',
  promptOption: '--prompt ',
  marks: ['OPENCODE', 'OPENCODE_CLIENT'],
  sessions: ['OPENCODE_SESSION_ID'],
  settings: ['.opencode', 'opencode.json', 'opencode.jsonc'],
  connection: {
    entry: program => ({
      projectFile: 'opencode.json',
      userFile: '~/.config/opencode/opencode.json',
      language: 'json',
      text: json({
        mcp: {
          [connectionName]: {
            type: 'local',
            command: [commandAndArgs(program).command, ...commandAndArgs(program).args],
            ...(program.env === undefined ? {} : { environment: program.env }),
            enabled: true,
            // In ms; opencode's default of one minute is too short to run a whole test suite for evidence.
            timeout: maxCallSeconds * 1000,
          },
        },
      }),
      headless: 'opencode run "<prompt>"',
    }),
    asksNobody: true,
    steps: t => {
      const step = t(
        'It calls tools without asking. To be asked, add `"permission": { "stateroom_*": "ask" }` to its settings.',
      );
      return { user: step, project: step };
    },
    home: { folder: '.config/opencode' },
    otherFile: 'opencode.jsonc',
    skills: '.agents/skills',
    guides: ['AGENTS.md'],
    hooks: { project: '.opencode/plugins/stateroom.js', user: '~/.config/opencode/plugins/stateroom.js' },
  },
  acp: {
    command: ['opencode', 'acp'],
    // It has no mode that asks; this goes before its user's settings.
    variables: { OPENCODE_PERMISSION: JSON.stringify({ edit: 'ask', bash: 'ask', webfetch: 'ask' }) },
    guards: { hooks: false, permissions: true, sandbox: false },
    // It speaks with any provider, by the provider's own variable.
    credentials: [
      /^(?:ANTHROPIC|AZURE|CEREBRAS|COHERE|DASHSCOPE|DEEPINFRA|DEEPSEEK|FIREWORKS|GEMINI|GOOGLE|GOOGLE_GENERATIVE_AI)_API_KEY$/,
      /^(?:GROQ|MISTRAL|MOONSHOT|OPENAI|OPENCODE|OPENROUTER|PERPLEXITY|TOGETHER|XAI|ZHIPU)_API_KEY$/,
    ],
    turnUsage: 'last-request',
    tried: '1.18.33',
  },
};
