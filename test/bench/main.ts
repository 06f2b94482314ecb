import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAlone, measureSlowDisk, measureTogether } from './measure/claims.js';
import { measureContext } from './measure/context.js';
import { measureEditor } from './measure/editor.js';
import { measureFindings } from './measure/findings.js';
import { measureGates } from './measure/gates.js';
import { measureOpening } from './measure/opening.js';
import { measurePrograms } from './measure/program.js';
import { measureReady } from './measure/ready.js';
import { measureTakeover } from './measure/takeover.js';
import { type Bench, type Reference, sizes } from './support/bench.js';
import { describeMachine } from './support/machine.js';
import { notMeasured, type Row } from './support/measure.js';
import { asPage, asText } from './support/report.js';
import { makeSeed, sqliteVersionOf } from './support/seed.js';
import { buildSlowDisk } from './support/slowDisk.js';
import { runWorker } from './support/workerProcess.js';

/** What the rig passes, as JSON in the environment: it knows where things are. */
interface Setup {
  readonly root: string;
  readonly folder: string;
  readonly worker: string;
  readonly node: string;
  readonly userNode: string;
  readonly nodeVersion: string;
  readonly reference: Reference;
  readonly editor: Bench['editor'];
}

const groups = [
  'alone',
  'together',
  'slow-disk',
  'opening',
  'ready',
  'takeover',
  'programs',
  'findings',
  'gates',
  'context',
  'editor',
] as const;
type Group = (typeof groups)[number];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      smoke: { type: 'boolean', default: false },
      only: { type: 'string' },
      runs: { type: 'string' },
      page: { type: 'string' },
      rows: { type: 'string' },
    },
  });
  const setup = JSON.parse(process.env.STATEROOM_BENCH ?? '{}') as Setup;
  const size = sizes[values.smoke ? 'smoke' : 'full'];
  const bench: Bench = {
    ...setup,
    sizes: values.runs === undefined ? size : { ...size, runs: Number(values.runs) },
    wasmFile: join(setup.root, 'node_modules', 'sql.js', 'dist', 'sql-wasm.wasm'),
    say: text => void process.stdout.write(`bench     ${text}\n`),
  };
  const wanted = new Set(values.only === undefined ? groups : (values.only.split(',') as Group[]));
  const unknown = [...wanted].find(name => !groups.includes(name));
  if (unknown !== undefined) throw new Error(`There is no group "${unknown}"; the groups are ${groups.join(', ')}.`);
  mkdirSync(bench.folder, { recursive: true });
  try {
    const { rows, facts } = await measureAll(bench, wanted);
    process.stdout.write(`\n${facts.join('\n')}\n\n${asText(rows)}\n`);
    if (values.rows !== undefined) writeFileSync(values.rows, JSON.stringify(rows));
    if (values.page !== undefined) writeFileSync(values.page, asPage(facts, rows, bench.sizes.runs));
  } finally {
    rmSync(bench.folder, { recursive: true, force: true });
  }
}

async function measureAll(bench: Bench, wanted: ReadonlySet<Group>): Promise<{ rows: Row[]; facts: string[] }> {
  const { small, middle, large } = bench.sizes;
  const seed = async (items: number) => {
    bench.say(`making a seed of ${items} items`);
    return makeSeed(bench.folder, items, bench.wasmFile);
  };
  const seeds = { small: await seed(small), middle: await seed(middle) };
  const facts = await describe(bench, sqliteVersionOf(seeds.small));
  const rows: Row[] = [];
  if (wanted.has('alone')) rows.push(...(await measureAlone(bench, { ...seeds, large: await seed(large) })));
  if (wanted.has('together')) rows.push(...(await measureTogether(bench, seeds.middle)));
  if (wanted.has('slow-disk')) rows.push(...(await slowDisk(bench, seeds.middle)));
  if (wanted.has('ready')) rows.push(...(await measureReady(bench, seeds.middle)));
  if (wanted.has('opening')) rows.push(...(await measureOpening(bench, seeds.middle)));
  if (wanted.has('takeover')) rows.push(...(await measureTakeover(bench, seeds.middle)));
  if (wanted.has('programs')) rows.push(...(await measurePrograms(bench, seeds)));
  if (wanted.has('findings')) rows.push(...(await measureFindings(bench)));
  if (wanted.has('gates')) rows.push(...(await measureGates(bench)));
  if (wanted.has('context')) rows.push(...(await measureContext(bench)));
  if (wanted.has('editor')) rows.push(...(await measureEditor(bench, seeds.small)));
  return { rows, facts };
}

async function slowDisk(bench: Bench, seed: Parameters<typeof measureSlowDisk>[1]): Promise<Row[]> {
  const shim = buildSlowDisk(bench.folder);
  if (shim !== undefined) return measureSlowDisk(bench, seed, shim);
  const why = 'needs Linux and a C compiler';
  return [notMeasured('commits/s, 8 processes, fsync + 5 ms', { bound: '≥ 0.6 ×' }, why)];
}

async function describe(bench: Bench, ownSqlite: string): Promise<string[]> {
  const { reference, nodeVersion } = bench;
  const version = await runWorker<string>(bench, { task: 'version', engine: 'reference', path: '' });
  const sqljs = versionOf(join(bench.root, 'node_modules', 'sql.js'));
  const package_ = reference.engine === 'node:sqlite' ? '' : ` ${versionOf(reference.module)}`;
  return [
    ...describeMachine(bench.folder),
    `both engines under Node ${nodeVersion}; ours: sql.js ${sqljs} (SQLite ${ownSqlite}); reference: ${reference.engine}${package_} (SQLite ${version})${reference.note === '' ? '' : `, because ${reference.note}`}`,
  ];
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

await main();
