import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ensureToolPackage } from '../../build/toolPackage.mjs';
import { agents } from '../../src/domain/agent/agents.js';

/** What the library add-mcp knows of an agent. */
interface KnownThere {
  readonly configPath: string;
  readonly localConfigPath?: string;
  readonly configKey: string;
  readonly localConfigKey?: string;
}

/** Where it puts the entries of a person and of a repository, as we name them. */
function placesOf({ configPath, localConfigPath, configKey, localConfigKey }: KnownThere) {
  return {
    user: `${configPath.replace(homedir(), '~').replaceAll('\\', '/')} ${configKey}`,
    project: localConfigPath === undefined ? null : `${localConfigPath} ${localConfigKey ?? configKey}`,
  };
}

/** The same of ours. */
function ourPlaces(harness: string) {
  const connection = agents.find(agent => agent.harness === harness)?.connection;
  const entry = connection?.entry({ programName: 'stateroom' });
  if (entry === undefined) throw new Error(`${harness} has no entry`);
  const { language, text, userFile, projectFile } = entry;
  const key = language === 'toml' ? /^\[(\w+)\./.exec(text)?.[1] : Object.keys(JSON.parse(text))[0];
  return { user: userFile && `${userFile} ${key}`, project: projectFile && `${projectFile} ${key}` };
}

describe('where entries go', () => {
  it('is where the library add-mcp puts them, with three exceptions', async context => {
    const folder = await ensureToolPackage('add-mcp', join(import.meta.dirname, 'addMcp')).catch(() => undefined);
    if (folder === undefined) return context.skip('add-mcp 2.4.0 could not be installed from npm');
    const library = pathToFileURL(join(folder, 'node_modules', 'add-mcp', 'dist', 'lib.js')).href;
    const { agents: theirs } = (await import(library)) as { agents: Readonly<Record<string, KnownThere>> };
    const compared = Object.fromEntries(
      Object.entries({
        'claude-code': 'claude-code',
        codex: 'codex',
        cursor: 'cursor',
        'gemini-cli': 'gemini',
        opencode: 'opencode',
        vscode: 'vscode',
        'github-copilot-cli': 'copilot',
        'qwen-code': 'qwen',
      }).flatMap(([name, harness]) => {
        const known = theirs[name];
        return known === undefined ? [] : [[harness, [placesOf(known), ourPlaces(harness)]]];
      }),
    );
    const same = Object.entries(compared).filter(([, [one, other]]) => JSON.stringify(one) === JSON.stringify(other));
    expect(same.map(([harness]) => harness)).toEqual(['claude-code', 'codex', 'cursor', 'gemini']);
    // Of opencode both names count, and ours is the one that is there; Copilot reads both of its files in a repository, and the
    // other is Claude Code's; the editor has its own tools for a person.
    expect(compared.opencode).toEqual([
      { user: '~/.config/opencode/opencode.jsonc mcp', project: 'opencode.jsonc mcp' },
      { user: '~/.config/opencode/opencode.json mcp', project: 'opencode.json mcp' },
    ]);
    expect(compared.vscode).toEqual([
      { user: expect.stringMatching(/\/Code\/User\/mcp\.json servers$/), project: '.vscode/mcp.json servers' },
      { user: null, project: '.vscode/mcp.json servers' },
    ]);
    expect(compared.copilot).toEqual([
      { user: '~/.copilot/mcp-config.json mcpServers', project: '.mcp.json mcpServers' },
      { user: '~/.copilot/mcp-config.json mcpServers', project: '.github/mcp.json mcpServers' },
    ]);
    expect(compared.qwen).toBeUndefined();
  });
});
