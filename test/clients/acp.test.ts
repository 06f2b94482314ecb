import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { isShort } from '../../build/testPlan.mjs';
import { agentNamed } from '../../src/domain/agent/agents.js';
import { cliFile, connect, makeRepository, storeOf, userNode } from '../contract/mcpRig.js';
import { type RealAgent, realAgents } from './agents.js';
import { installAdapter, installAgent, networkIsolation } from './clientRig.js';
import type { AcpResult, AcpSpec } from './rig/acpRun.js';
import type { Step } from './rig/dialect.js';

/** How an agent's model runs a command, and what is special about it over ACP. */
interface Speaker {
  readonly name: string;
  readonly shell: (command: string) => Step;
  /** What it asks before: Stateroom's tools, a command. */
  readonly asks: { readonly tools: boolean; readonly commands: boolean };
  /** True if it loses a session that is loaded in the minute in which it began: both write the same file. */
  readonly namesByMinute?: boolean;
  /** Its adapter: folder here, package, and where the person's own program is in that of the agent. */
  readonly adapter?: { readonly folder: string; readonly package: string };
}

const description = 'Do it';
const speakers: readonly Speaker[] = [
  {
    name: 'copilot',
    shell: command => ({ tool: 'bash', args: { command, description } }),
    asks: { tools: true, commands: true },
  },
  {
    name: 'gemini',
    namesByMinute: true,
    shell: command => ({ tool: 'run_shell_command', args: { command, description } }),
    asks: { tools: true, commands: true },
  },
  {
    name: 'opencode',
    shell: command => ({ tool: 'bash', args: { command, description } }),
    asks: { tools: false, commands: true },
  },
  {
    name: 'qwen',
    shell: command => ({ tool: 'run_shell_command', args: { command, description, is_background: false } }),
    asks: { tools: true, commands: true },
  },
];

const adapters: readonly Speaker[] = [
  {
    name: 'claude',
    shell: command => ({ tool: 'Bash', args: { command, description } }),
    asks: { tools: true, commands: true },
    adapter: { folder: 'claudeAcp', package: 'claude-agent-acp' },
  },
  {
    name: 'codex',
    // In its read-only mode, the model asks for more by itself.
    shell: cmd => ({
      tool: 'exec_command',
      args: { cmd, sandbox_permissions: 'require_escalated', justification: description },
    }),
    asks: { tools: false, commands: true },
    adapter: { folder: 'codexAcp', package: 'codex-acp' },
  },
];

const chosen = isShort('clients') ? speakers.filter(({ name }) => name === 'copilot') : [...speakers, ...adapters];

describe.each(chosen)('$name over ACP', ({ name, shell, asks, adapter, namesByMinute = false }) => {
  it('works, asks, calls Stateroom, ends, continues and is cancelled', async context => {
    const agent = realAgents.find(one => one.name === name);
    if (agent === undefined) throw new Error(`there is no ${name}`);
    const installed = await installAgent(agent);
    if ('reason' in installed) return context.skip(installed.reason);
    const adapted = adapter && (await installAdapter(adapter.folder));
    if (adapted !== undefined && 'reason' in adapted) return context.skip(adapted.reason);
    const program = agent.program(installed.folder);
    const entry =
      adapted && join(adapted.folder, 'node_modules', '@agentclientprotocol', adapter?.package ?? '', 'dist/index.js');
    const repository = makeRepository();
    execFileSync(userNode, [cliFile, 'init'], { cwd: repository });
    const person = await connect({ cwd: repository, actor: 'tester' });
    await person.done('add', { title: 'Fix the login', payload: { marker: 'PAYLOAD-4711' } });

    writeFileSync(join(repository, 'long-4711.txt'), '');
    const first = [
      { tool: 'work_items', args: { action: 'next' } },
      shell(`echo done > '${join(repository, 'made.txt')}'`),
      { text: 'FINISHED AS THE SCRIPT SAYS' },
    ];
    const result = await runOverAcp(agent, entry === undefined ? program : [process.execPath, entry], repository, {
      own: program,
      namesByMinute,
      first,
      long: [shell('tail -f long-4711.txt'), { text: 'THE COMMAND ENDED' }],
      longWord: 'long-4711.txt',
    });

    const told = JSON.stringify({ ...result, requests: result.requests.length }, undefined, 1);
    expect(result.error, told).toBe(undefined);
    expect(result.problems, told).toEqual([]);
    expect(result.agent?.version, told).toMatch(/^\d+\.\d+\.\d+/);
    expect(result.reasons, told).toEqual(['end_turn', 'end_turn', 'cancelled']);
    expect(result.sawMcp, told).toBe(true);
    expect(existsSync(join(repository, 'made.txt')), told).toBe(true);
    expect(result.ranLong, told).toBe(true);
    expect(result.cancelled, told).toBe('cancelled');
    expect(result.left, told).toEqual([]);

    const said = result.updates
      .slice(0, result.said)
      .map(one => (one.kind === 'message' ? one.text : ''))
      .join('');
    expect(said, told).toContain('FINISHED AS THE SCRIPT SAYS');
    // What a session repeats when it is loaded is left out.
    const saidAgain = result.updates
      .slice(result.said)
      .map(one => (one.kind === 'message' ? one.text : ''))
      .join('');
    expect(saidAgain, told).toContain('AGAIN AS THE SCRIPT SAYS');
    expect(saidAgain, told).not.toContain('FINISHED');
    const commands = result.permissions.filter(one => one.command?.includes('made.txt'));
    expect(commands.length > 0, told).toBe(asks.commands);
    expect(
      result.permissions.map(one => one.ownTool).filter(tool => tool !== undefined),
      told,
    ).toEqual(asks.tools ? ['work_items'] : []);
    const usage = result.updates.filter(one => one.kind === 'usage');
    expect(usage.length, told).toBeGreaterThan(0);
    expect(
      result.updates.some(one => one.kind === 'tool' && one.state === 'completed'),
      told,
    ).toBe(true);
    // What was said before reached the model of the second program.
    expect(result.requests.at(-1)?.body, told).toContain('PAYLOAD-4711');

    const events = await person.events();
    expect(events.map(event => event.type)).toEqual(['work_item_created', 'work_item_claimed']);
    expect(events[1]).toMatchObject({ role: 'agent', actor: 'lane-agent' });
    console.log(`${name} ${result.agent?.version} over ACP: ${JSON.stringify(usage)}`);
  });
});

async function runOverAcp(
  agent: RealAgent,
  command: readonly string[],
  repository: string,
  {
    own,
    ...script
  }: Pick<AcpSpec, 'first' | 'long' | 'longWord' | 'namesByMinute'> & { readonly own: readonly string[] },
): Promise<AcpResult> {
  const acp = agentNamed(agent.harness)?.acp;
  if (acp === undefined) throw new Error(`${agent.name} has no row for ACP`);
  const clients = join(place.cache, 'clients');
  mkdirSync(clients, { recursive: true });
  const home = mkdtempSync(join(clients, 'home-'));
  try {
    const files = agent.files?.({ home, repository }) ?? {};
    for (const path of Object.keys(files)) mkdirSync(dirname(path), { recursive: true });
    const env = { STATEROOM_ACTOR: 'lane-agent' };
    const mcpServer = { name: 'stateroom', command: userNode, args: [cliFile, 'mcp', `--repo=${repository}`], env };
    const config = JSON.stringify({
      mcpServers: { stateroom: { type: 'local', ...mcpServer, tools: ['*'] } },
    });
    const isolation = networkIsolation();
    const spec: AcpSpec = {
      start: {
        command: [...command, ...acp.command.slice(1), ...(acp.mcpOption?.(config) ?? []), ...(agent.args ?? [])],
        directory: repository,
        environment: {
          ...{ PATH: [join(storeOf(repository), 'bin'), process.env.PATH ?? ''].join(delimiter) },
          ...{ LANG: 'C.UTF-8', TERM: 'dumb', HOME: home, ...env, ...agent.env, ...acp.variables },
          ...(acp.adapter === undefined ? {} : { [acp.adapter.variable]: programFile(home, own) }),
        },
        mcpServer,
        ...(acp.mode === undefined ? {} : { mode: acp.mode }),
      },
      files,
      ...(agent.deferred === undefined ? {} : { deferred: agent.deferred }),
      ...script,
      ownNetwork: isolation.length > 0,
      resultFile: join(home, 'result.json'),
    };
    const specFile = join(home, 'spec.json');
    writeFileSync(specFile, JSON.stringify(spec));
    const outfile = join(home, 'acpRun.mjs');
    const entry = join(import.meta.dirname, 'rig', 'acpRun.ts');
    const banner = { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" };
    const options = { bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' } as const;
    await build({ entryPoints: [entry], outfile, ...options, banner });
    const [program = '', ...words] = [...isolation, process.execPath, outfile, specFile];
    const [exitCode] = await once(spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
    if (exitCode !== 0) throw new Error(`${agent.name}'s run ended with ${exitCode}.`);
    return JSON.parse(readFileSync(spec.resultFile, 'utf8')) as AcpResult;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** One path that starts a program of several words. */
function programFile(home: string, words: readonly string[]): string {
  const [only = ''] = words;
  if (words.length === 1) return only;
  const file = join(home, 'program');
  writeFileSync(file, `#!/bin/sh\nexec ${words.map(word => `'${word}'`).join(' ')} "$@"\n`, { mode: 0o755 });
  return file;
}
