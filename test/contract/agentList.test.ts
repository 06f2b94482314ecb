import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { mockAgentFile } from '../support/mockAgent/startMockAgent.js';
import { answer, makeDirectory, makeRepository, run, userNode } from './cliRig.js';

interface Listed {
  readonly name: string;
  readonly state: string;
  readonly version: string | null;
  readonly problem: string | null;
  readonly next: string | null;
  readonly variables: { readonly passed: readonly string[]; readonly withheld: readonly string[] } | null;
}

describe('agents list', () => {
  let repository: string;
  let env: Record<string, string>;
  let bin: string;

  /** A program on the PATH. */
  const install = (name: string, text: string): void => {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  };
  const list = async (...words: string[]): Promise<ReadonlyMap<string, Listed>> => {
    const { agents } = await answer(['agents', 'list', ...words], { cwd: repository, env });
    return new Map((agents as readonly Listed[]).map(one => [one.name, one]));
  };

  beforeEach(async () => {
    repository = makeRepository();
    const home = makeDirectory();
    bin = join(home, 'bin');
    mkdirSync(bin);
    mkdirSync(join(home, '.config', 'stateroom'), { recursive: true });
    // node and git alone, so that no agent of this machine is found.
    env = { HOME: home, PATH: [bin, dirname(userNode), '/usr/bin', '/bin'].join(delimiter) };
    writeFileSync(
      join(home, '.config', 'stateroom', 'config.json'),
      JSON.stringify({ agents: { mine: { command: userNode, args: [mockAgentFile], env: { MOCK_AGENT: '{}' } } } }),
    );
    await answer(['init'], { cwd: repository, env });
  });

  it('says which are installed, which need their adapter, and how to get it', async () => {
    install('codex', '#!/bin/sh\nexit 1\n');
    install('gemini', '#!/bin/sh\nexit 1\n');
    const agents = await list();
    expect([...agents.values()].map(({ name, state }) => `${name} ${state}`)).toEqual([
      'mine installed',
      'opencode not_installed',
      'gemini installed',
      'qwen not_installed',
      'copilot not_installed',
      'codex needs_adapter',
      'claude-code not_installed',
    ]);
    expect(agents.get('codex')).toEqual({
      name: 'codex',
      title: 'Codex',
      state: 'needs_adapter',
      program: null,
      version: null,
      tried: '2.6.0',
      guards: { hooks: false, permissions: true, sandbox: true },
      problem: 'Codex needs its adapter for the Agent Client Protocol (npm, 457 MB; your own Codex is used).',
      next: 'Install it with `npm install -g @agentclientprotocol/codex-acp@2.6.0`, or start Codex in a terminal in the lane.',
      variables: null,
    });
    expect(agents.get('mine')).toMatchObject({ program: userNode, tried: null, guards: null, problem: null });
  });

  it('starts each for a moment, and names the variables without their values', async () => {
    install('copilot', '#!/bin/sh\necho "error: unknown option --acp" >&2\nexit 1\n');
    install('gemini', `#!/bin/sh\nexec '${userNode}' '${mockAgentFile}'\n`);
    const script = { initialize: { fault: 'error', code: -32000, text: 'Authentication required' } };
    install('qwen', `#!/bin/sh\nMOCK_AGENT='${JSON.stringify(script)}' exec '${userNode}' '${mockAgentFile}'\n`);
    env = {
      ...env,
      GEMINI_API_KEY: 'secret-4711',
      ANTHROPIC_API_KEY: 'secret-4712',
      HTTPS_PROXY: 'http://proxy:1',
      DATABASE_URL: 'secret-4713',
    };
    const agents = await list('--probe');
    expect([...agents.values()].map(({ name, state, version }) => `${name} ${state} ${version}`)).toEqual([
      'mine reachable 1.0.0',
      'opencode not_installed null',
      'gemini reachable 1.0.0',
      'qwen signed_out null',
      'copilot unreachable null',
      'codex not_installed null',
      'claude-code not_installed null',
    ]);
    expect(agents.get('copilot')?.problem).toBe(
      'copilot ended before it answered initialize: exit code 1; its last output was “error: unknown option --acp”.',
    );
    expect(agents.get('qwen')?.problem).toBe('qwen needs you to sign in: Authentication required.');
    const passed = (name: string) => agents.get(name)?.variables?.passed;
    expect(passed('gemini')).toEqual(expect.arrayContaining(['DATABASE_URL', 'GEMINI_API_KEY', 'HTTPS_PROXY', 'PATH']));
    expect(passed('gemini')).not.toContain('ANTHROPIC_API_KEY');
    expect(agents.get('gemini')?.variables?.withheld).toEqual(['ANTHROPIC_API_KEY']);
    expect(agents.get('copilot')?.variables?.withheld).toEqual(['ANTHROPIC_API_KEY', 'GEMINI_API_KEY']);
    expect(passed('mine')).toEqual(expect.arrayContaining(['ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'MOCK_AGENT']));

    const { code, stdout } = await run(['agents', 'list', '--probe'], { cwd: repository, env });
    expect(code).toBe(0);
    expect(stdout).toContain('gemini  Gemini CLI: answers\n');
    expect(stdout).toContain('  does not get: ANTHROPIC_API_KEY\n');
    expect(stdout).not.toMatch(/secret-471/);
  });
});
