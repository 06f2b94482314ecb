import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Bench } from '../support/bench.js';
import { figure, judge, notMeasured, type Row } from '../support/measure.js';
import { copySeed, openStore, type Seed } from '../support/seed.js';
import { median } from '../support/statistics.js';
import { timeProcess } from './opening.js';

/** The built programs as people and agents start them. */
export async function measurePrograms(bench: Bench, seeds: { small: Seed; middle: Seed }): Promise<Row[]> {
  const rows: Row[] = [];
  const cli = join(bench.root, 'dist', 'cli.mjs');
  if (existsSync(cli)) {
    for (const seed of [seeds.small, seeds.middle]) rows.push(await measureNext(bench, cli, seed));
    rows.push(await measureImport(bench, cli));
  } else rows.push(notMeasured('the command line', {}, 'dist/cli.mjs is not built'));
  rows.push(await measureToolsList(bench));
  rows.push(measurePackage(bench));
  return rows;
}

/** `queue next` from a shell, beside a Node that does nothing. */
async function measureNext(bench: Bench, cli: string, seed: Seed): Promise<Row> {
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
  const more = median(ours.map((value, run) => value - (bare[run] ?? 0)));
  return {
    measure: `command line \`queue next\`, ${seed.items} items, over bare \`node -e 0\``,
    bound: '',
    goal: '≤ 120 ms',
    measured: `${figure(more)} ms`,
    verdict: judge(more, { goal: 120 }),
    detail: `${figure(median(ours))} against ${figure(median(bare))} ms, whole processes`,
  };
}

/** `queue add --from-file` of many items into a new store. */
async function measureImport(bench: Bench, cli: string): Promise<Row> {
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
  return {
    measure: `${imported} items from one file, whole process`,
    bound: '',
    goal: '≤ 3 s',
    measured: `${figure(median(taken) / 1000)} s`,
    verdict: judge(median(taken), { goal: 3000 }),
    detail: `at most ${figure(Math.max(...taken) / 1000)} s; one transaction, one event each`,
  };
}

/** What the list of tools costs a client's context. */
async function measureToolsList(bench: Bench): Promise<Row> {
  const measure = 'bytes of tools/list';
  const server = join(bench.root, 'dist', 'mcp.mjs');
  if (!existsSync(server)) return notMeasured(measure, { goal: '≤ 3 kB' }, 'dist/mcp.mjs is not built');
  const store = join(bench.folder, 'mcp');
  const child = spawn(bench.userNode, [server, '--store', store], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise(resolve => child.once('close', resolve));
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = (message: object): void =>
      void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'bench', version: '1' };
    ask({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    await lines.next();
    ask({ method: 'notifications/initialized' });
    ask({ id: 2, method: 'tools/list' });
    const answer = String((await lines.next()).value);
    const { tools } = (JSON.parse(answer) as { result: { tools: { name: string }[] } }).result;
    const bytes = Buffer.byteLength(JSON.stringify(tools));
    return {
      measure,
      bound: '',
      goal: '≤ 3 kB',
      measured: `${bytes}`,
      verdict: judge(bytes, { goal: 3000 }),
      detail: tools.map(({ name }) => name).join(', '),
    };
  } finally {
    child.kill();
    await ended;
    rmSync(store, { recursive: true, force: true });
  }
}

function measurePackage(bench: Bench): Row {
  const measure = 'size of the VSIX';
  const folder = join(bench.root, 'dist');
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.vsix')) : [];
  const name = names.sort().at(-1);
  if (name === undefined) return notMeasured(measure, { goal: '≤ 1.5 MB' }, 'it is not packaged');
  const { size } = statSync(join(folder, name));
  return {
    measure,
    bound: '',
    goal: '≤ 1.5 MB',
    measured: `${figure(size / 1e6)} MB`,
    verdict: judge(size, { goal: 1.5e6 }),
    detail: '',
  };
}
