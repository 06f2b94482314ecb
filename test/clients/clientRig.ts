import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { place } from '../../src/build/place.mjs';
import { ensureToolPackage } from '../../src/build/toolPackage.mjs';
import { serverFile } from '../contract/mcpRig.js';
import type { RealAgent } from './agents.js';
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

/**
 * Runs an agent on a scripted model, in a repository, with a home of its own and, where the machine allows it, without
 * any network but the loopback interface.
 */
export async function runAgent(
  agent: RealAgent,
  options: { readonly folder: string; readonly repository: string; readonly script: readonly Step[] },
): Promise<RunResult> {
  mkdirSync(clientsFolder, { recursive: true });
  const home = mkdtempSync(join(clientsFolder, 'home-'));
  try {
    const { command, args, env, files } = agent.run({ ...options, home }, serverFile);
    for (const path of Object.keys(files)) mkdirSync(dirname(path), { recursive: true });
    const isolation = networkIsolation();
    const spec: RunSpec = {
      command,
      args,
      cwd: options.repository,
      // Nothing of the tester's own environment: it may belong to an agent, and it may hold keys.
      env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', TERM: 'dumb', HOME: home, ...env },
      files,
      script: options.script,
      timeoutMs: 200_000,
      ownNetwork: isolation.length > 0,
      resultFile: join(home, 'result.json'),
    };
    const specFile = join(home, 'spec.json');
    writeFileSync(specFile, JSON.stringify(spec));
    const [program = '', ...words] = [...isolation, process.execPath, await bundledRun(home), specFile];
    execFileSync(program, words, { stdio: ['ignore', 'inherit', 'inherit'] });
    return JSON.parse(readFileSync(spec.resultFile, 'utf8')) as RunResult;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

let isolating: readonly string[] | undefined;

/** The words that start a program without a network; none where the machine does not allow it. */
function networkIsolation(): readonly string[] {
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
