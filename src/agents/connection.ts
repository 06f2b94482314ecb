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
      /** The command line's name on the agent's PATH: `stateroom`. */
      readonly programName: string;
    }
);

export const connectableAgents = ['claude-code', 'codex', 'copilot', 'vscode', 'gemini', 'opencode', 'qwen'] as const;
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
  /**
   * A line for a POSIX shell that runs the agent once without a person to ask, with Stateroom's tools allowed; `<prompt>` is to
   * be filled in. Null where the agent has no such run.
   */
  readonly headless: string | null;
}

/** Name under which every agent lists the server. */
export const connectionName = 'stateroom';

/** How long an agent waits for one call: `evidence` runs whole test suites. */
const maxCallSeconds = 600;

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
    headless: 'claude -p "<prompt>" --allowedTools mcp__stateroom',
  }),
  codex: program => ({
    title: 'Codex',
    projectFile: '.codex/config.toml',
    userFile: '~/.codex/config.toml',
    language: 'toml',
    text: codexToml(program),
    headless: 'codex exec --trust "<prompt>"',
  }),
  copilot: program => ({
    title: 'GitHub Copilot CLI',
    projectFile: '.github/mcp.json',
    userFile: '~/.copilot/mcp-config.json',
    language: 'json',
    text: json({
      mcpServers: { [connectionName]: { type: 'local', ...commandAndArgs(program), ...envOf(program), tools: ['*'] } },
    }),
    headless: 'copilot -p "<prompt>" --trust-folder --allow-tool stateroom',
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
    headless: null,
  }),
  gemini: program => ({
    title: 'Gemini CLI',
    projectFile: '.gemini/settings.json',
    userFile: '~/.gemini/settings.json',
    language: 'json',
    text: json({ mcpServers: { [connectionName]: { ...commandAndArgs(program), ...envOf(program), trust: true } } }),
    headless: 'GEMINI_CLI_TRUST_WORKSPACE=true gemini -p "<prompt>"',
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
          // In ms; opencode otherwise gives up after a minute, which is too short for evidence of a whole test suite.
          timeout: maxCallSeconds * 1000,
        },
      },
    }),
    headless: 'opencode run "<prompt>"',
  }),
  qwen: program => ({
    title: 'Qwen Code',
    projectFile: '.qwen/settings.json',
    userFile: '~/.qwen/settings.json',
    language: 'json',
    text: json({ mcpServers: { [connectionName]: { ...commandAndArgs(program), ...envOf(program) } } }),
    headless: 'qwen -p "<prompt>" --allowed-tools mcp__stateroom',
  }),
};

function commandAndArgs(program: ServerProgram): { command: string; args: readonly string[] } {
  if ('programName' in program) return { command: program.programName, args: ['mcp'] };
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
    'startup_timeout_sec = 30',
    `tool_timeout_sec = ${maxCallSeconds}`,
    '# Without this line Codex refuses tools that write where nobody can be asked, as in codex exec.',
    'default_tools_approval_mode = "approve"',
    ...requiredLines(program),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Codex waits for a required server, where it otherwise may begin a session before the tools are there; but without the program
 * it does not start at all, so a name that has to be on the PATH of everybody who shares the file is not required.
 */
function requiredLines(program: ServerProgram): readonly string[] {
  if ('programName' in program) return [];
  return [
    '# Codex waits for the server; without this line a busy machine starts a session that lacks the tools.',
    'required = true',
  ];
}

/** A TOML basic string: JSON's escapes are TOML's too, except that TOML wants DEL escaped and knows no lone surrogates. */
function tomlString(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('\u007f', '\\u007f');
}

function tomlInlineTable(record: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(record).map(([key, value]) => `${tomlString(key)} = ${tomlString(value)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}
