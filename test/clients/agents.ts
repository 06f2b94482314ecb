import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where things are in one test. */
export interface Places {
  readonly home: string;
  readonly repository: string;
}

/** How a real agent is started on a scripted model. What connects it to Stateroom is left to the entry that people copy. */
export interface RealAgent {
  /** Of its folder here. */
  readonly name: string;
  readonly version: string;
  /** What Stateroom calls it. */
  readonly harness: string;
  /** Whether it puts the server's instructions in front of its model. */
  readonly showsInstructions: boolean;
  /** The words that start its program; `folder` has its package installed. */
  readonly program: (folder: string) => readonly string[];
  /** Lines that docs/mcp.md suggests adding to the entry if the tools must be available from the first message. */
  readonly addition?: string;
  /** What it puts before the names of tools that it does not offer at first; its model calls them by name all the same. */
  readonly deferred?: string;
  /** Words that a person runs once to approve the entry of a repository. */
  readonly approve?: readonly string[];
  /** Words behind those of the headless run that is advertised, for the scripted model's sake. */
  readonly args?: readonly string[];
  /** `{port}` is the scripted model's. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path → text; `{port}` as above. */
  readonly files?: (places: Places) => Readonly<Record<string, string>>;
}

const inPackage = (folder: string, ...path: string[]) => [process.execPath, join(folder, 'node_modules', ...path)];

export const realAgents: readonly RealAgent[] = [
  {
    name: 'codex',
    version: '0.171.0',
    harness: 'codex',
    showsInstructions: true,
    program: folder => inPackage(folder, '@openai', 'codex', 'bin', 'codex.js'),
    addition: 'required = true\n',
    env: { FAKE_KEY: 'none' },
    files: ({ home }) => ({
      [join(home, '.codex', 'config.toml')]: `model = "fake-model"
model_provider = "fake"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.fake]
name = "Scripted"
base_url = "http://127.0.0.1:{port}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
stream_max_retries = 0
`,
    }),
  },
  {
    name: 'claude',
    version: '2.1.332',
    harness: 'claude-code',
    showsInstructions: true,
    program: folder => [binaryIn(join(folder, 'node_modules', '@anthropic-ai'), 'claude-code', 'claude')],
    env: {
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:{port}',
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_ERROR_REPORTING: '1',
      ENABLE_TOOL_SEARCH: 'false',
      // By itself it asks the model before a server that starts slowly has said what it offers.
      MCP_CONNECTION_NONBLOCKING: '0',
      MCP_CONNECT_TIMEOUT_MS: '120000',
      MCP_TIMEOUT: '120000',
    },
  },
  {
    name: 'copilot',
    version: '1.0.102',
    harness: 'copilot',
    showsInstructions: false,
    program: folder => inPackage(folder, '@github', 'copilot', 'npm-loader.js'),
    env: {
      COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:{port}/v1',
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'fake-model',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    },
  },
  {
    name: 'gemini',
    version: '0.61.0',
    harness: 'gemini',
    showsInstructions: true,
    program: folder => inPackage(folder, '@google', 'gemini-cli', 'bundle', 'gemini.js'),
    args: ['-m', 'gemini-2.5-pro'],
    env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:{port}' },
    files: ({ home }) => ({
      [join(home, '.gemini', 'settings.json')]: JSON.stringify({
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        // It asks the model about every thirty turns whether it goes in circles; what is scripted does not.
        model: { disableLoopDetection: true },
        security: { auth: { selectedType: 'gemini-api-key' } },
      }),
    }),
  },
  {
    name: 'opencode',
    version: '1.18.33',
    harness: 'opencode',
    showsInstructions: true,
    program: folder => [binaryIn(join(folder, 'node_modules'), 'opencode-ai', 'opencode')],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    files: ({ home }) => ({
      // With a plugin it waits for an install of its own from npm, which has no network here.
      [join(home, '.npmrc')]: 'fetch-retries=0\n',
      [join(home, '.config', 'opencode', 'opencode.json')]: JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        model: 'fake/fake-model',
        small_model: 'fake/fake-model',
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: 'http://127.0.0.1:{port}/v1', apiKey: 'none' },
            models: { 'fake-model': {} },
          },
        },
        permission: { '*': 'allow' },
      }),
    }),
  },
  {
    name: 'qwen',
    version: '0.24.4',
    harness: 'qwen',
    showsInstructions: true,
    deferred: 'mcp__stateroom__',
    approve: ['mcp', 'approve', 'stateroom'],
    program: folder => inPackage(folder, '@qwen-code', 'qwen-code', 'cli.js'),
    env: {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: 'http://127.0.0.1:{port}/v1',
      OPENAI_MODEL: 'fake-model',
    },
    files: ({ home }) => ({
      [join(home, '.qwen', 'settings.json')]: JSON.stringify({
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        security: { auth: { selectedType: 'openai' } },
      }),
    }),
  },
];

/** The program in the package of this platform; the one in the main package is put there by an install script. */
function binaryIn(scope: string, main: string, program: string): string {
  // The plain one comes before those for older processors and for other C libraries.
  for (const name of readdirSync(scope).sort()) {
    if (name === main || name.startsWith('.')) continue;
    for (const path of [program, `${program}.exe`, join('bin', program), join('bin', `${program}.exe`)]) {
      if (existsSync(join(scope, name, path))) return join(scope, name, path);
    }
  }
  throw new Error(`there is no ${program} program for this platform in ${scope}`);
}
