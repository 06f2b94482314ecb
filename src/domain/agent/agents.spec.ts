import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents } from './agents.js';
import type { ServerProgram } from './serverProgram.js';

const connectable = agents.filter(({ connection }) => connection !== undefined).map(({ harness }) => harness);

function agentConnection(agent: string, given: ServerProgram) {
  const { title = '', connection } = agents.find(({ harness }) => harness === agent) ?? {};
  if (connection === undefined) throw new Error(`nothing is known of ${agent}`);
  return { title, ...connection.entry(given) };
}

const program = { nodePath: '/opt/node/bin/node', serverPath: '/home/ann/stateroom/dist/mcp.mjs' };

describe('agentConnection', () => {
  it('gives Claude Code the entry of .mcp.json', () => {
    const connection = agentConnection('claude-code', program);
    expect(connection.projectFile).toBe('.mcp.json');
    expect(connection.text).toBe(`{
  "mcpServers": {
    "stateroom": {
      "type": "stdio",
      "command": "/opt/node/bin/node",
      "args": [
        "/home/ann/stateroom/dist/mcp.mjs"
      ]
    }
  }
}
`);
  });

  it('gives Codex a table of config.toml that makes it wait for the server', () => {
    const connection = agentConnection('codex', program);
    expect(connection.projectFile).toBe('.codex/config.toml');
    expect(connection.userFile).toBe('~/.codex/config.toml');
    expect(connection.text).toBe(`[mcp_servers.stateroom]
command = "/opt/node/bin/node"
args = ["/home/ann/stateroom/dist/mcp.mjs"]
startup_timeout_sec = 30
tool_timeout_sec = 600
# Without this line Codex refuses tools that write where nobody can be asked, as in codex exec.
default_tools_approval_mode = "approve"
# Codex waits for the server; without this line a busy machine starts a session that lacks the tools.
required = true
`);
  });

  it('lets Codex start where the program is not on the PATH', () => {
    expect(agentConnection('codex', { programName: 'stateroom' }).text).toBe(`[mcp_servers.stateroom]
command = "stateroom"
args = ["mcp"]
startup_timeout_sec = 30
tool_timeout_sec = 600
# Without this line Codex refuses tools that write where nobody can be asked, as in codex exec.
default_tools_approval_mode = "approve"
`);
    const launcher = agentConnection('codex', { programName: '/home/ann/.config/stateroom/bin/stateroom' });
    expect(launcher.text).toMatch(
      /^command = "\/home\/ann\/.config\/stateroom\/bin\/stateroom"$[\s\S]*^required = true$/m,
    );
    const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'mcp.md'), 'utf8');
    expect(page).toContain('With `required = true`, Codex waits for the server;');
  });

  it('gives the Copilot command line a local server with all its tools', () => {
    expect(JSON.parse(agentConnection('copilot', program).text)).toEqual({
      mcpServers: {
        stateroom: {
          type: 'local',
          command: '/opt/node/bin/node',
          args: ['/home/ann/stateroom/dist/mcp.mjs'],
          tools: ['*'],
        },
      },
    });
  });

  it('tells the server of VS Code which folder is meant, because VS Code starts it elsewhere', () => {
    expect(JSON.parse(agentConnection('vscode', program).text)).toEqual({
      servers: {
        stateroom: {
          type: 'stdio',
          command: '/opt/node/bin/node',
          args: ['/home/ann/stateroom/dist/mcp.mjs', '--repo', `\${workspaceFolder}`],
        },
      },
    });
  });

  it('gives Gemini an entry of settings.json with the trust without which it offers no tools where nobody can be asked', () => {
    expect(JSON.parse(agentConnection('gemini', program).text)).toEqual({
      mcpServers: {
        stateroom: { command: '/opt/node/bin/node', args: ['/home/ann/stateroom/dist/mcp.mjs'], trust: true },
      },
    });
  });

  it('gives Qwen Code an entry of settings.json', () => {
    expect(JSON.parse(agentConnection('qwen', program).text)).toEqual({
      mcpServers: { stateroom: { command: '/opt/node/bin/node', args: ['/home/ann/stateroom/dist/mcp.mjs'] } },
    });
  });

  it('gives opencode one command array, and ten minutes for a call', () => {
    expect(JSON.parse(agentConnection('opencode', program).text)).toEqual({
      mcp: {
        stateroom: {
          type: 'local',
          command: ['/opt/node/bin/node', '/home/ann/stateroom/dist/mcp.mjs'],
          enabled: true,
          timeout: 600_000,
        },
      },
    });
  });

  it('starts the server through the command line program when that is what there is', () => {
    const viaCli = { nodePath: 'node', cliPath: '/x/cli.mjs' };
    expect(JSON.parse(agentConnection('gemini', viaCli).text).mcpServers.stateroom).toEqual({
      command: 'node',
      args: ['/x/cli.mjs', 'mcp'],
      trust: true,
    });
    expect(agentConnection('codex', viaCli).text).toContain('args = ["/x/cli.mjs", "mcp"]\n');
  });

  it('hands an environment to the server where the agent has a place for it', () => {
    const electron = { ...program, env: { ELECTRON_RUN_AS_NODE: '1' } };
    expect(agentConnection('codex', electron).text).toContain('env = { "ELECTRON_RUN_AS_NODE" = "1" }\n');
    expect(JSON.parse(agentConnection('claude-code', electron).text).mcpServers.stateroom.env).toEqual({
      ELECTRON_RUN_AS_NODE: '1',
    });
    expect(JSON.parse(agentConnection('opencode', electron).text).mcp.stateroom.environment).toEqual({
      ELECTRON_RUN_AS_NODE: '1',
    });
  });

  it('keeps awkward paths whole: spaces, quotes, backslashes, control characters', () => {
    const awkward = {
      nodePath: 'C:\\Program Files\\nodejs\\node.exe',
      serverPath: '/tmp/a "b"\t\u007f\u0001é😀/mcp.mjs',
    };
    expect(agentConnection('codex', awkward).text).toContain(
      'command = "C:\\\\Program Files\\\\nodejs\\\\node.exe"\nargs = ["/tmp/a \\"b\\"\\t\\u007f\\u0001é😀/mcp.mjs"]\n',
    );
    expect(JSON.parse(agentConnection('copilot', awkward).text).mcpServers.stateroom).toMatchObject({
      command: 'C:\\Program Files\\nodejs\\node.exe',
      args: ['/tmp/a "b"\t\u007f\u0001é😀/mcp.mjs'],
    });
  });

  it('never writes half a character into TOML', () => {
    expect(agentConnection('codex', { nodePath: 'node', serverPath: '/a\ud800b' }).text).toContain(
      'args = ["/a\ufffdb"]',
    );
  });

  it('has a title and a text that ends in a newline for every agent, and a headless run for all but VS Code', () => {
    expect(connectable).toEqual(
      expect.arrayContaining(['claude-code', 'codex', 'copilot', 'vscode', 'gemini', 'cursor']),
    );
    for (const agent of connectable) {
      const connection = agentConnection(agent, program);
      expect(connection.title).not.toBe('');
      expect(connection.text).toMatch(/[^\n]\n$/);
      expect(connection.headless?.includes(' "<prompt>"')).toBe(agent === 'vscode' ? undefined : true);
    }
  });

  it('is what docs/mcp.md shows, for a program on the PATH', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'mcp.md'), 'utf8');
    const fenced = (language: string) =>
      [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(match => match[1] ?? '');
    const shown = fenced('json').map(text => JSON.parse(text) as unknown);
    for (const agent of connectable) {
      const { language, text, headless } = agentConnection(agent, { programName: 'stateroom' });
      if (language === 'toml') expect(fenced('toml')).toContain(text);
      else expect(shown).toContainEqual(JSON.parse(text));
      if (headless !== null) expect(page).toContain(`\`${headless}\``);
    }
  });
});
