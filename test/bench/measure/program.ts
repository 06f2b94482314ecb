import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTerminal } from '../../support/onTerminal.js';
import type { Bench } from '../support/bench.js';
import { builtFile } from '../support/builtFile.js';
import { figure, judge, type Measure, NotHere } from '../support/measure.js';
import { copySeed, openStore, type Seed, type Seeds } from '../support/seed.js';
import { median } from '../support/statistics.js';
import { patienceMs, timeProcess } from '../support/timeProcess.js';

/** The built programs as people and agents start them. */
export function programs(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { imported } = bench.sizes;
  return [
    commandLine(bench, 'small', seeds),
    commandLine(bench, 'middle', seeds),
    {
      measure: `${imported} items from one file, whole process`,
      bound: '',
      goal: '≤ 3 s',
      async run() {
        const taken = await importAll(bench, builtFile(bench, 'cli.mjs'));
        return {
          measured: `${figure(median(taken) / 1000)} s`,
          verdict: judge(median(taken), { goal: 3000 }),
          detail: `at most ${figure(Math.max(...taken) / 1000)} s; one transaction, one event each`,
        };
      },
    },
    mcpList(bench, seeds),
    mcpStart(bench, seeds),
    installOfAll(bench),
    {
      measure: 'bytes of tools/list',
      bound: '≤ 10 kB',
      goal: '',
      async run() {
        const store = join(bench.folder, 'mcp');
        const { tools } = await startServer(bench, builtFile(bench, 'mcp.mjs'), store);
        rmSync(store, { recursive: true, force: true });
        const bytes = Buffer.byteLength(JSON.stringify(tools));
        return {
          measured: `${bytes}`,
          verdict: judge(bytes, { bound: 10_000 }),
          detail: tools.map(({ name }) => name).join(', '),
        };
      },
    },
    {
      measure: 'size of the VSIX',
      bound: '≤ 2.2 MB',
      goal: '',
      run() {
        const size = packageSize(bench);
        return { measured: `${figure(size / 1e6)} MB`, verdict: judge(size, { bound: 2.2e6 }), detail: '' };
      },
    },
  ];
}

/** `queue next` from a shell, beside a Node that does nothing. */
function commandLine(bench: Bench, size: 'small' | 'middle', seeds: Seeds): Measure {
  return {
    measure: `command line \`queue next\`, ${bench.sizes[size]} items, over bare \`node -e 0\``,
    bound: '',
    goal: '≤ 120 ms',
    async run() {
      const { ours, bare } = await timeNext(bench, builtFile(bench, 'cli.mjs'), await seeds[size]());
      const more = median(ours.map((value, run) => value - (bare[run] ?? 0)));
      return {
        measured: `${figure(more)} ms`,
        verdict: judge(more, { goal: 120 }),
        detail: `${figure(median(ours))} vs. ${figure(median(bare))} ms, whole processes`,
      };
    },
  };
}

async function timeNext(bench: Bench, cli: string, seed: Seed): Promise<{ ours: number[]; bare: number[] }> {
  const store = copySeed(seed, 'ours', join(bench.folder, `cli-${seed.items}`));
  const ours: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < bench.sizes.starts; run += 1) {
    bare.push(await timeProcess(bench.userNode, ['-e', '0'], bench.folder));
    const words = ['queue', 'next', '--json', '--store', store, '--actor', 'bench'];
    ours.push(await timeProcess(bench.userNode, [cli, ...words], bench.folder));
  }
  bench.say(`command line, ${seed.items} items: ${bench.sizes.starts} runs`);
  const after = openStore(store, bench.wasmFile);
  const claimed = await after.maintenance.query("select count(*) from work_items where status = 'in_flight'", 1);
  await after.close();
  rmSync(store, { recursive: true, force: true });
  if (claimed.rows[0]?.[0] !== bench.sizes.starts)
    throw new Error(`${claimed.rows[0]?.[0]} claims by the command line.`);
  return { ours, bare };
}

/** `queue add --from-file` of many items into a new store. */
async function importAll(bench: Bench, cli: string): Promise<number[]> {
  const { imported } = bench.sizes;
  const file = join(bench.folder, 'items.jsonl');
  const lines = Array.from({ length: imported }, (_, index) =>
    JSON.stringify({
      title: `Imported item ${index}`,
      id: `import-${index}`,
      labels: ['imported'],
      priority: index % 5,
    }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
  const taken: number[] = [];
  for (let run = 0; run < bench.sizes.runs; run += 1) {
    const store = join(bench.folder, `import-${run}`);
    mkdirSync(store);
    const words = ['queue', 'add', '--from-file', file, '--json', '--store', store, '--actor', 'bench'];
    taken.push(await timeProcess(bench.userNode, [cli, ...words], bench.folder));
    const after = openStore(store, bench.wasmFile);
    const found = await after.maintenance.query('select count(*), (select count(*) from events) from work_items', 1);
    await after.close();
    rmSync(store, { recursive: true, force: true });
    if (String(found.rows[0]) !== `${imported},${imported}`)
      throw new Error(`Imported ${found.rows[0]} of ${imported}.`);
  }
  bench.say(`import: ${bench.sizes.runs} runs`);
  return taken;
}

/** From the start of the server until its tools are listed, against a Node that does nothing: agents that do not wait begin without them. */
function mcpList(bench: Bench, seeds: Seeds): Measure {
  return {
    measure: `MCP server, from its start to its list of tools, ${bench.sizes.middle} items, against bare \`node -e 0\``,
    bound: '≤ 3 ×',
    goal: '',
    async run() {
      const { bare, starts } = await timeStarts(bench, seeds, 'mcp-list');
      const ratio = median(starts.map(({ listedMs }, run) => listedMs / (bare[run] ?? listedMs)));
      return {
        measured: `${figure(ratio)} ×`,
        verdict: judge(ratio, { bound: 3 }),
        detail: `${figure(median(starts.map(({ listedMs }) => listedMs)))} vs. ${figure(median(bare))} ms; initialize and tools/list`,
      };
    },
  };
}

/** Starts of a Node that does nothing and of a server on a copy of the store, in turns; a first start of the server is not counted. */
async function timeStarts(bench: Bench, seeds: Seeds, folder: string) {
  const server = builtFile(bench, 'mcp.mjs');
  const store = copySeed(await seeds.middle(), 'ours', join(bench.folder, folder));
  const bare: number[] = [];
  const starts: Awaited<ReturnType<typeof startServer>>[] = [];
  await startServer(bench, server, store);
  for (let run = 0; run < bench.sizes.starts; run += 1) {
    bare.push(await timeProcess(bench.userNode, ['-e', '0'], bench.folder));
    starts.push(await startServer(bench, server, store));
  }
  rmSync(store, { recursive: true, force: true });
  bench.say(`MCP server: ${bench.sizes.starts} runs`);
  return { bare, starts };
}

/** From the start of the server until its tools are listed and its first call is answered, beside a Node that does nothing. */
function mcpStart(bench: Bench, seeds: Seeds): Measure {
  return {
    measure: `MCP server, from its start to its first answer, ${bench.sizes.middle} items, over bare \`node -e 0\``,
    bound: '≤ 200 ms',
    goal: '',
    async run() {
      const { bare, starts } = await timeStarts(bench, seeds, 'mcp-start');
      const ours = starts.map(({ ms }) => ms);
      const more = median(ours.map((value, run) => value - (bare[run] ?? 0)));
      return {
        measured: `${figure(more)} ms`,
        verdict: judge(more, { bound: 200 }),
        detail: `${figure(median(ours))} vs. ${figure(median(bare))} ms; initialize, tools/list and status of the queue`,
      };
    },
  };
}

/** All agents connected for a person who has none of their files. */
function installOfAll(bench: Bench): Measure {
  return {
    measure: '`install` of all agents, whole process',
    bound: '≤ 2 s',
    goal: '',
    async run() {
      const cli = builtFile(bench, 'cli.mjs');
      const taken: number[] = [];
      for (let run = 0; run < bench.sizes.runs; run += 1) {
        const home = join(bench.folder, `home-${run}`);
        mkdirSync(home);
        const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
        // Only a person installs.
        const { program, args } = onTerminal([bench.userNode, cli, 'install', '--all', '--yes', '--quiet']);
        if (!existsSync(program)) throw new NotHere('there is no script(1) to make a terminal');
        taken.push(await timeProcess(program, args, home, { env }));
        if (!existsSync(join(home, '.claude.json'))) throw new Error('Nothing was installed.');
        rmSync(home, { recursive: true, force: true });
      }
      bench.say(`install: ${bench.sizes.runs} runs`);
      return {
        measured: `${figure(median(taken) / 1000)} s`,
        verdict: judge(median(taken), { bound: 2000 }),
        detail: `at most ${figure(Math.max(...taken) / 1000)} s; entries, skills, hooks and instructions`,
      };
    },
  };
}

/** Starts a server, lists its tools and calls one; `listedMs` and `ms` are from the start to the list and to the call's answer. */
async function startServer(
  bench: Bench,
  server: string,
  store: string,
): Promise<{ readonly tools: readonly { readonly name: string }[]; readonly listedMs: number; readonly ms: number }> {
  const started = performance.now();
  const child = spawn(bench.userNode, [server, '--store', store], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const answer = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done) throw new Error('The server ended before it answered.');
    return line.value;
  };
  const conversation = async () => {
    const clientInfo = { name: 'bench', version: '1' };
    ask({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    await answer();
    ask({ method: 'notifications/initialized' });
    ask({ id: 2, method: 'tools/list' });
    const { tools } = (JSON.parse(await answer()) as { result: { tools: { name: string }[] } }).result;
    const listedMs = performance.now() - started;
    ask({ id: 3, method: 'tools/call', params: { name: 'work_items', arguments: { action: 'status' } } });
    const said = await answer();
    if (!said.includes('counts')) throw new Error(`The server answered: ${said.slice(0, 200)}`);
    return { tools, listedMs, ms: performance.now() - started };
  };
  // It may end while it is written to; why, its end says.
  child.stdin.on('error', () => undefined);
  try {
    return await Promise.race([conversation(), ended.then(() => Promise.reject(new Error('The server has ended.')))]);
  } finally {
    child.kill();
    await ended.catch(() => undefined);
  }
}

/** Bytes of the packaged extension. */
function packageSize(bench: Bench): number {
  const folder = join(bench.root, 'dist');
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.vsix')) : [];
  const name = names.sort().at(-1);
  if (name === undefined) throw new NotHere('it is not packaged');
  return statSync(join(folder, name)).size;
}
