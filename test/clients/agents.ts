import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { agentConnection } from '../../src/agents/connection.js';
import { userNode } from '../contract/mcpRig.js';

/** Where things are in one test. */
export interface Places {
  /** The agent's package, installed. */
  readonly folder: string;
  readonly home: string;
  readonly repository: string;
}

/** How a real agent is started on a scripted model, with the very entry that people copy. */
export interface RealAgent {
  readonly name: string;
  readonly version: string;
  /** What Stateroom calls it. */
  readonly harness: string;
  /** Whether it puts the server's instructions in front of its model. */
  readonly showsInstructions: boolean;
  readonly run: (places: Places, serverFile: string) => AgentRun;
}

export interface AgentRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path → text; `{port}` is the scripted model's. */
  readonly files: Readonly<Record<string, string>>;
}

const prompt = 'Take the next work item and finish it.';
const node = process.execPath;

export const realAgents: readonly RealAgent[] = [
  {
    name: 'codex',
    version: '0.169.0',
    harness: 'codex',
    showsInstructions: true,
    run: ({ folder, home }, serverPath) => ({
      command: node,
      args: [join(folder, 'node_modules', '@openai', 'codex', 'bin', 'codex.js'), 'exec', '--json', prompt],
      env: { FAKE_KEY: 'none' },
      files: {
        [join(home, '.codex', 'config.toml')]: `model = "fake-model"
model_provider = "fake"
approval_policy = "never"
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

${agentConnection('codex', { nodePath: userNode, serverPath }).text}`,
      },
    }),
  },
  {
    name: 'claude',
    version: '2.1.329',
    harness: 'claude-code',
    showsInstructions: true,
    run: ({ folder, home, repository }, serverPath) => ({
      command: claudeBinary(folder),
      args: ['-p', prompt, '--output-format', 'json'],
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
      files: {
        [join(home, '.claude.json')]: JSON.stringify({
          hasCompletedOnboarding: true,
          projects: { [repository]: { hasTrustDialogAccepted: true } },
        }),
        [join(repository, '.claude', 'settings.json')]: JSON.stringify({
          enabledMcpjsonServers: ['stateroom'],
          permissions: { allow: ['mcp__stateroom'] },
        }),
        [join(repository, '.mcp.json')]: agentConnection('claude-code', { nodePath: userNode, serverPath }).text,
      },
    }),
  },
  {
    name: 'copilot',
    version: '1.0.102',
    harness: 'copilot',
    showsInstructions: false,
    run: ({ folder, repository }, serverPath) => ({
      command: node,
      args: [
        join(folder, 'node_modules', '@github', 'copilot', 'npm-loader.js'),
        ...['-p', prompt, '--trust-folder', '--allow-tool', 'stateroom', '--no-color'],
      ],
      env: {
        COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:{port}/v1',
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_API_KEY: 'none',
        COPILOT_MODEL: 'fake-model',
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
      },
      files: {
        [join(repository, '.github', 'mcp.json')]: agentConnection('copilot', { nodePath: userNode, serverPath }).text,
      },
    }),
  },
  {
    name: 'gemini',
    version: '0.61.0',
    harness: 'gemini',
    showsInstructions: true,
    run: ({ folder, home, repository }, serverPath) => ({
      command: node,
      args: [
        join(folder, 'node_modules', '@google', 'gemini-cli', 'bundle', 'gemini.js'),
        ...['-m', 'gemini-2.5-pro', '-p', prompt, '--output-format', 'json', '--approval-mode', 'yolo'],
      ],
      env: {
        GEMINI_API_KEY: 'none',
        GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:{port}',
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      },
      files: {
        [join(home, '.gemini', 'settings.json')]: JSON.stringify({
          general: { enableAutoUpdate: false },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
          security: { auth: { selectedType: 'gemini-api-key' } },
        }),
        [join(repository, '.gemini', 'settings.json')]: agentConnection('gemini', { nodePath: userNode, serverPath })
          .text,
      },
    }),
  },
];

/** The program in the package of this platform; the one in the main package is put there by an install script. */
function claudeBinary(folder: string): string {
  const scope = join(folder, 'node_modules', '@anthropic-ai');
  for (const name of readdirSync(scope)) {
    for (const program of ['claude', 'claude.exe']) {
      const path = join(scope, name, program);
      if (name !== 'claude-code' && existsSync(path)) return path;
    }
  }
  throw new Error(`there is no claude program for this platform in ${scope}`);
}
