import type { Agent } from './agent.js';
import { commandAndArgs, connectionName, maxCallSeconds, type ServerProgram } from './serverProgram.js';

export const codex: Agent = {
  harness: 'codex',
  title: 'Codex',
  program: 'codex',
  marks: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_CI'],
  sessions: ['CODEX_THREAD_ID', 'CODEX_SESSION_ID'],
  otherNames: ['codex-cli'],
  clientNames: ['codex-mcp-client'],
  staysInFolder: true,
  worktrees: { folder: /\/\.codex\/worktrees\//, branch: /^codex\// },
  settings: ['.codex'],
  connection: {
    entry: (program, approves = true) => ({
      projectFile: '.codex/config.toml',
      userFile: '~/.codex/config.toml',
      language: 'toml',
      text: codexToml(program, approves),
      headless: 'codex exec --trust "<prompt>"',
    }),
    steps: t => ({
      user: t('Review the hooks once: start `codex` and enter `/hooks`. Until then it skips them.'),
      project: t(
        'Trust the repository: start `codex` here once, or run `codex exec --trust "<prompt>"`. Review its hooks with `/hooks`; until then it skips them. To let it call the tools without asking, run `stateroom install --agents codex` as well.',
      ),
    }),
    home: { folder: '.codex', variable: 'CODEX_HOME' },
    hooks: { user: '~/.codex/hooks.json', project: '.codex/hooks.json' },
    skills: '.agents/skills',
    guides: ['AGENTS.md'],
  },
  acp: {
    command: ['codex-acp'],
    adapter: {
      package: '@agentclientprotocol/codex-acp@2.6.0',
      size: 457,
      variable: 'CODEX_PATH',
      program: 'codex',
    },
    mode: 'read-only',
    // It runs only hooks that its user has reviewed in its own terminal.
    guards: { hooks: false, permissions: true, sandbox: true },
    credentials: [/^(?:AZURE_)?OPENAI_(?:.*_)?(?:KEY|TOKEN)$/, /^CODEX_(?:.*_)?(?:KEY|TOKEN)$/],
    tried: '2.6.0',
  },
};

function codexToml(program: ServerProgram, approves: boolean): string {
  const { command, args } = commandAndArgs(program);
  const lines = [
    `[mcp_servers.${connectionName}]`,
    `command = ${tomlString(command)}`,
    `args = [${args.map(tomlString).join(', ')}]`,
    ...(program.env === undefined ? [] : [`env = ${tomlInlineTable(program.env)}`]),
    'startup_timeout_sec = 30',
    `tool_timeout_sec = ${maxCallSeconds}`,
    ...(approves ? approvalLines : []),
    ...requiredLines(command),
  ];
  return `${lines.join('\n')}\n`;
}

const approvalLines = [
  '# Without this line Codex refuses tools that write where nobody can be asked, as in codex exec.',
  'default_tools_approval_mode = "approve"',
];

/**
 * Codex waits for a required server, without which a session may never get its tools; but it does not start if its program is
 * missing. So a name on the PATH, in a shared file, is not required; a path is valid on this machine only.
 */
function requiredLines(command: string): readonly string[] {
  if (!/[\\/]/.test(command)) return [];
  return [
    '# Codex waits for the server; without this line a busy machine starts a session that lacks the tools.',
    'required = true',
  ];
}

/** TOML basic string: escaped as JSON, except that TOML also requires escaping DEL and has no lone surrogates. */
function tomlString(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('\u007f', '\\u007f');
}

function tomlInlineTable(record: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(record).map(([key, value]) => `${tomlString(key)} = ${tomlString(value)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}
