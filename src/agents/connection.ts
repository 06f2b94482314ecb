/**
 * The entries a person copies to connect a coding agent to Stateroom's MCP server. Nothing is written here: these are
 * pure functions from the programs' paths to text.
 */

/** How the MCP server is started. */
export type ServerProgram = {
  /** Given to the server as its environment; `{ ELECTRON_RUN_AS_NODE: '1' }` when `nodePath` is an editor's executable. */
  readonly env?: Readonly<Record<string, string>>;
} & (
  | {
      /** Absolute path of a Node.js executable, or a name that is on the agent's PATH. */
      readonly nodePath: string;
      /** Absolute path of the server's bundle. */
      readonly serverPath: string;
    }
  | {
      readonly nodePath: string;
      /** Absolute path of the command line's bundle, which serves with `mcp`. */
      readonly cliPath: string;
    }
  | {
      /** A program that is the command line: `stateroom` on the agent's PATH, or the shim's absolute path. */
      readonly programPath: string;
    }
);

export const connectableAgents = ['claude-code', 'codex', 'copilot', 'vscode', 'gemini', 'opencode'] as const;
export type ConnectableAgent = (typeof connectableAgents)[number];

export interface AgentConnection {
  readonly agent: ConnectableAgent;
  /** As people call it: `Claude Code`. */
  readonly title: string;
  /** The file of a repository that the entry goes into, relative to its root; null where the agent has none. */
  readonly projectFile: string | null;
  /** The file for every repository of a person, `~` for the home directory; null where it differs between systems. */
  readonly userFile: string | null;
  readonly language: 'json' | 'toml';
  /** The whole file when it does not exist yet; else the entry is merged into it by hand. */
  readonly text: string;
  /** One sentence on what the agent asks of the person before it uses the entry. */
  readonly trust: string;
}

/** Name under which every agent lists the server. */
export const connectionName = 'stateroom';

/** The entry for one agent. */
export function agentConnection(agent: ConnectableAgent, program: ServerProgram): AgentConnection {
  return { agent, ...builders[agent](program) };
}

const builders: Readonly<Record<ConnectableAgent, (program: ServerProgram) => Omit<AgentConnection, 'agent'>>> = {
  'claude-code': program => ({
    title: 'Claude Code',
    projectFile: '.mcp.json',
    userFile: '~/.claude.json',
    language: 'json',
    text: json({ mcpServers: { [connectionName]: { type: 'stdio', ...commandAndArgs(program), ...envOf(program) } } }),
    trust: 'Claude Code asks once per repository whether a server of .mcp.json may start.',
  }),
  codex: program => ({
    title: 'Codex',
    projectFile: '.codex/config.toml',
    userFile: '~/.codex/config.toml',
    language: 'toml',
    text: codexToml(program),
    trust: 'Codex reads the file of a repository only after the repository has been trusted.',
  }),
  copilot: program => ({
    title: 'GitHub Copilot CLI',
    projectFile: '.github/mcp.json',
    userFile: '~/.copilot/mcp-config.json',
    language: 'json',
    text: json({
      mcpServers: { [connectionName]: { type: 'local', ...commandAndArgs(program), ...envOf(program), tools: ['*'] } },
    }),
    trust: 'Copilot reads the file of a repository only after its folder has been trusted.',
  }),
  vscode: program => ({
    title: 'VS Code (Copilot agent mode)',
    projectFile: '.vscode/mcp.json',
    userFile: null,
    language: 'json',
    text: json({
      servers: {
        [connectionName]: {
          type: 'stdio',
          command: commandAndArgs(program).command,
          // VS Code starts servers in the home directory unless told otherwise.
          args: [...commandAndArgs(program).args, '--repo', `\${workspaceFolder}`],
          ...envOf(program),
        },
      },
    }),
    trust: 'VS Code asks for trust when the server starts for the first time and after each change of the entry.',
  }),
  gemini: program => ({
    title: 'Gemini CLI',
    projectFile: '.gemini/settings.json',
    userFile: '~/.gemini/settings.json',
    language: 'json',
    text: json({ mcpServers: { [connectionName]: { ...commandAndArgs(program), ...envOf(program) } } }),
    trust: 'Gemini asks before each tool call until the tool or the server has been allowed.',
  }),
  opencode: program => ({
    title: 'opencode',
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
        },
      },
    }),
    trust: 'opencode starts the server without asking.',
  }),
};

function commandAndArgs(program: ServerProgram): { command: string; args: readonly string[] } {
  if ('programPath' in program) return { command: program.programPath, args: ['mcp'] };
  const args = 'serverPath' in program ? [program.serverPath] : [program.cliPath, 'mcp'];
  return { command: program.nodePath, args };
}

function envOf(program: ServerProgram): { env?: Readonly<Record<string, string>> } {
  return program.env === undefined ? {} : { env: program.env };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function codexToml(program: ServerProgram): string {
  const { command, args } = commandAndArgs(program);
  const lines = [
    `[mcp_servers.${connectionName}]`,
    `command = ${tomlString(command)}`,
    `args = [${args.map(tomlString).join(', ')}]`,
    ...(program.env === undefined ? [] : [`env = ${tomlInlineTable(program.env)}`]),
    '# Codex waits for the server; without this line a busy machine starts a session that lacks the tools.',
    'required = true',
    'startup_timeout_sec = 30',
  ];
  return `${lines.join('\n')}\n`;
}

/** A TOML basic string: JSON's escapes are TOML's too, except that TOML wants DEL escaped and knows no lone surrogates. */
function tomlString(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('\u007f', '\\u007f');
}

function tomlInlineTable(record: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(record).map(([key, value]) => `${tomlString(key)} = ${tomlString(value)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}
