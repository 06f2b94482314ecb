import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { place } from '../../build/place.mjs';
import { ensureToolPackage } from '../../build/toolPackage.mjs';
import { agents } from '../../src/domain/agent/agents.js';
import type { ServerProgram } from '../../src/domain/agent/serverProgram.js';
import { cliFile, storeOf, userNode } from '../contract/mcpRig.js';
import { onTerminal } from '../support/onTerminal.js';
import type { Places, RealAgent } from './agents.js';
import type { Step } from './rig/dialect.js';
import type { RunResult, RunSpec } from './rig/isolatedRun.js';

/** Where clients' private homes are made: not in the temp directory, which some of them distrust. */
const clientsFolder = join(place.cache, 'clients');

/** Installs an agent below .cache on first use; a sentence when it cannot be had. */
export async function installAgent(agent: RealAgent): Promise<{ folder: string } | { reason: string }> {
  try {
    const source = join(import.meta.dirname, agent.name);
    return { folder: await ensureToolPackage(`client-${agent.name}`, source) };
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { reason: `${agent.name} ${agent.version} could not be installed from npm: ${why}` };
  }
}

/** As `installAgent`, of an adapter without the program that it brings along: it is to start the person's own. */
export async function installAdapter(name: string): Promise<{ folder: string } | { reason: string }> {
  try {
    const source = join(import.meta.dirname, name);
    return { folder: await ensureToolPackage(`client-${name}`, source, undefined, ['--omit=optional']) };
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { reason: `${name} could not be installed from npm: ${why}` };
  }
}

/**
 * Runs an agent on a scripted model, with the entry and the command line that people copy, in a repository, with a home of its
 * own and, where the machine allows it, without any network but the loopback interface.
 */
export async function runAgent(
  agent: RealAgent,
  options: {
    readonly folder: string;
    readonly repository: string;
    /** What the entry that people copy starts; undefined for what `stateroom install` writes. */
    readonly program: ServerProgram | undefined;
    /** What `stateroom install` is run with, in the repository; default: for this agent alone. */
    readonly install?: readonly string[];
    readonly script: readonly Step[];
  },
): Promise<RunResult> {
  const { folder, repository, script, install = ['--agents', agent.harness] } = options;
  const known = agents.find(({ harness }) => harness === agent.harness);
  const { projectFile = null, text = '', headless = null } = known?.connection?.entry(options.program ?? onPath) ?? {};
  if (projectFile === null || headless === null) throw new Error(`${agent.name} has no entry for a headless run`);
  mkdirSync(clientsFolder, { recursive: true });
  const home = mkdtempSync(join(clientsFolder, 'home-'));
  try {
    const own = agent.files?.({ home, repository }) ?? {};
    const { program: given } = options;
    const entry = given !== undefined && 'programName' in given ? text + (agent.addition ?? '') : text;
    const files =
      given === undefined
        ? installed({ home, repository }, own, install)
        : { [join(repository, projectFile)]: entry, ...own };
    for (const path of Object.keys(files)) mkdirSync(dirname(path), { recursive: true });
    const [command = '', ...start] = agent.program(folder);
    const line = readLine(headless);
    const isolation = networkIsolation();
    // Nothing of the tester's own environment: it may belong to an agent, and it may hold keys.
    const environment = { PATH: pathWithStateroom(repository), LANG: 'C.UTF-8', TERM: 'dumb', HOME: home };
    if (given !== undefined && agent.approve !== undefined) {
      for (const [path, content] of Object.entries(files)) writeFileSync(path, content);
      execFileSync(command, [...start, ...agent.approve], { cwd: repository, env: environment, stdio: 'ignore' });
    }
    const spec: RunSpec = {
      command,
      args: [...start, ...line.args, ...(agent.args ?? [])],
      cwd: repository,
      env: { ...environment, ...agent.env, ...line.env },
      files,
      script,
      ...(agent.deferred === undefined ? {} : { deferred: agent.deferred }),
      timeoutMs: 200_000,
      ownNetwork: isolation.length > 0,
      resultFile: join(home, 'result.json'),
    };
    const specFile = join(home, 'spec.json');
    writeFileSync(specFile, JSON.stringify(spec));
    const [program = '', ...words] = [...isolation, process.execPath, await bundledRun(home), specFile];
    const [exitCode] = await once(spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
    if (exitCode !== 0) throw new Error(`${agent.name}'s run ended with ${exitCode}.`);
    return JSON.parse(readFileSync(spec.resultFile, 'utf8')) as RunResult;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

const onPath: ServerProgram = { programName: 'stateroom' };

/** The agent's own files once `stateroom install` has added to them. */
function installed(
  { home, repository }: Places,
  own: Readonly<Record<string, string>>,
  words: readonly string[],
): Record<string, string> {
  for (const [path, text] of Object.entries(own)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const { program, args } = onTerminal([userNode, cliFile, 'install', ...words, '--yes', '--quiet']);
  execFileSync(program, args, {
    cwd: repository,
    env: { HOME: home, PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return Object.fromEntries(Object.keys(own).map(path => [path, readFileSync(path, 'utf8')]));
}

/** What stands before and behind the program's name in a command line that is advertised. */
function readLine(headless: string): { env: Record<string, string>; args: readonly string[] } {
  const words = headless.match(/"<prompt>"|\S+/g) ?? [];
  const program = words.findIndex(word => !word.includes('='));
  const args = words.slice(program + 1);
  return {
    env: Object.fromEntries(words.slice(0, program).map(word => word.split('=', 2))),
    args: args.map(word => (word === '"<prompt>"' ? 'Take the next work item and finish it.' : word)),
  };
}

/** The PATH of a shell after the `export` line of docs/gettingStarted.md. */
function pathWithStateroom(repository: string): string {
  return [join(storeOf(repository), 'bin'), process.env.PATH ?? ''].join(delimiter);
}

let isolating: readonly string[] | undefined;

/** The words that start a program without a network; none where the machine does not allow it. */
export function networkIsolation(): readonly string[] {
  isolating ??=
    [
      ['unshare', '-n'],
      ['unshare', '-rn'],
    ].find(words => {
      const [program = '', ...flags] = words;
      return spawnSync(program, [...flags, 'ip', 'link', 'set', 'lo', 'up']).status === 0;
    }) ?? [];
  return isolating;
}

/** The runner as one file, since it starts before there is any module of this test. */
async function bundledRun(folder: string): Promise<string> {
  const outfile = join(folder, 'isolatedRun.mjs');
  const entry = join(import.meta.dirname, 'rig', 'isolatedRun.ts');
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' });
  return outfile;
}
