import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { realAgents } from './agents.js';
import { installAgent } from './clientRig.js';

let home = '';
let plugin = '';

beforeEach(() => {
  mkdirSync(join(place.cache, 'clients'), { recursive: true });
  home = mkdtempSync(join(place.cache, 'clients', 'home-'));
  plugin = join(home, 'stateroom');
  for (const name of ['.claude-plugin', 'gemini-extension.json', 'skills']) {
    cpSync(join(place.root, name), join(plugin, name), { recursive: true });
  }
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

/** Runs an agent's program in an empty home directory; what it printed. */
async function programOf(name: string): Promise<((...words: string[]) => string) | { reason: string }> {
  const agent = realAgents.find(each => each.name === name);
  if (agent === undefined) throw new Error(name);
  const installed = await installAgent(agent);
  if ('reason' in installed) return installed;
  const [command = '', ...start] = agent.program(installed.folder);
  return (...words) =>
    execFileSync(command, [...start, ...words], {
      cwd: home,
      env: { ...agent.env, PATH: process.env.PATH, HOME: home, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
      input: 'y\n',
      stdio: ['pipe', 'pipe', 'ignore'],
      encoding: 'utf8',
      timeout: 60_000,
    });
}

describe('the repository as a plugin', () => {
  it('is valid for Claude Code, which finds the server and eleven skills', async context => {
    const claude = await programOf('claude');
    if ('reason' in claude) return context.skip(claude.reason);
    const said = claude('plugin', 'validate', plugin);
    expect(said).toContain('Validation passed');
    expect(said).toContain('mcpServers: stateroom');
    expect(said.match(/skills: stateroom:stateroom-[\w-]+/g)).toHaveLength(11);
  });

  it('is installed by Codex', async context => {
    const codex = await programOf('codex');
    if ('reason' in codex) return context.skip(codex.reason);
    codex('plugin', 'marketplace', 'add', plugin);
    codex('plugin', 'add', 'stateroom@stateroom');
    expect(codex('mcp', 'list')).toMatch(/^stateroom +stateroom +mcp /m);
    const cache = join(home, '.codex/plugins/cache/stateroom/stateroom');
    expect(existsSync(join(cache, '0.1.0/skills/stateroom-tdd/SKILL.md'))).toBe(true);
  });

  it('is installed by Gemini', async context => {
    const gemini = await programOf('gemini');
    if ('reason' in gemini) return context.skip(gemini.reason);
    gemini('extensions', 'install', plugin, '--consent');
    expect(existsSync(join(home, '.gemini/extensions/stateroom/skills/stateroom-tdd/SKILL.md'))).toBe(true);
  });
});
