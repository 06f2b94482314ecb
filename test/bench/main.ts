import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applying } from './measure/applying.js';
import { calls } from './measure/calls.js';
import { claimsAlone, claimsOnSlowDisk, claimsTogether } from './measure/claims.js';
import { sessionContext } from './measure/context.js';
import { editor } from './measure/editor.js';
import { findings } from './measure/findings.js';
import { gates } from './measure/gates.js';
import { memory } from './measure/memory.js';
import { opening } from './measure/opening.js';
import { programs } from './measure/program.js';
import { radar } from './measure/radar.js';
import { readyQueue } from './measure/ready.js';
import { reports } from './measure/reports.js';
import { search } from './measure/search.js';
import { workers } from './measure/workers.js';
import { type Bench, type Reference, sizes } from './support/bench.js';
import { describeMachine, timeNodeStarts } from './support/machine.js';
import type { Measure } from './support/measure.js';
import { once } from './support/once.js';
import { asPage, asText } from './support/report.js';
import { missedBounds, runMeasures } from './support/runMeasures.js';
import { makeLongSeed, makeSeed, type Seeds, sqliteVersionOf } from './support/seed.js';
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
  readonly calls: string;
  readonly editor: Bench['editor'];
}

/** What `--only` can name, in the order of the rows. */
const groups = {
  alone: claimsAlone,
  together: claimsTogether,
  'slow-disk': claimsOnSlowDisk,
  ready: readyQueue,
  opening,
  memory,
  apply: applying,
  programs,
  findings,
  gates,
  radar,
  context: sessionContext,
  workers,
  search,
  reports,
  calls,
  editor,
} satisfies Record<string, (bench: Bench, seeds: Seeds) => readonly Measure[]>;
type Group = keyof typeof groups;
/** How often Node is started between two measures. */
const startsBetween = 5;
const names = Object.keys(groups) as Group[];

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
  const wanted = new Set(values.only === undefined ? names : (values.only.split(',') as Group[]));
  const unknown = [...wanted].find(name => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no group "${unknown}"; the groups are ${names.join(', ')}.`);
  mkdirSync(bench.folder, { recursive: true });
  try {
    const seeds = seedsOf(bench);
    const measures = names.filter(name => wanted.has(name)).flatMap(name => groups[name](bench, seeds));
    const facts = await describe(bench, seeds);
    const { rows, failures } = await runMeasures(measures, {
      asShown: reason => withoutPaths(bench, reason),
      startNode: () => timeNodeStarts(bench.folder, bench.userNode, startsBetween),
    });
    process.stdout.write(`\n${facts.join('\n')}\n\n${asText(rows)}\n`);
    if (values.rows !== undefined) writeFileSync(values.rows, JSON.stringify(rows));
    if (values.page !== undefined) writeFileSync(values.page, asPage(facts, rows, bench.sizes.runs));
    if (failures.length > 0) {
      process.stdout.write(`\n${failures.length} of ${rows.length} not measured:\n${failures.join('\n')}\n`);
      process.exitCode = 1;
    }
    // Tiny sizes say nothing about times.
    const missed = values.smoke ? [] : missedBounds(rows);
    if (missed.length > 0) {
      process.stdout.write(`\n${missed.length} of ${rows.length} miss their bound:\n${missed.join('\n')}\n`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(bench.folder, { recursive: true, force: true });
  }
}

function seedsOf(bench: Bench): Seeds {
  const seed = (items: number) =>
    once(async () => {
      bench.say(`making a seed of ${items} items`);
      return makeSeed(bench.folder, items, bench.wasmFile);
    });
  const { small, middle, large, manyEvents } = bench.sizes;
  const seeds = { small: seed(small), middle: seed(middle), large: seed(large) };
  const long = once(async () => {
    const items = await seeds.middle();
    bench.say(`making a seed of ${manyEvents} events`);
    return makeLongSeed(bench.folder, items, manyEvents, bench.wasmFile);
  });
  return { ...seeds, manyEvents: long };
}

/** The page is kept with the code: it says nothing of where this machine has its files. */
function withoutPaths({ folder, root, reference }: Bench, text: string): string {
  return text.replaceAll(folder, '…').replaceAll(root, '.').replaceAll(reference.module, reference.engine);
}

async function describe(bench: Bench, seeds: Seeds): Promise<string[]> {
  const { reference, nodeVersion } = bench;
  const sqljs = versionOf(join(bench.root, 'node_modules', 'sql.js'));
  const ownSqlite = await seeds
    .small()
    .then(seed => sqliteVersionOf(seed, bench.wasmFile))
    .catch(() => 'unknown');
  // A reference that does not even load has its say in the rows.
  const theirSqlite = await runWorker<string>(bench, { task: 'version', engine: 'reference', path: '' }).catch(
    () => 'unknown',
  );
  const package_ = reference.engine === 'node:sqlite' ? '' : ` ${versionOf(reference.module)}`;
  const machine = await describeMachine(bench.folder, bench.userNode);
  const engines = `both engines under Node ${nodeVersion}; ours: sql.js ${sqljs} (SQLite ${ownSqlite}); reference: ${reference.engine}${package_} (SQLite ${theirSqlite})${reference.note === '' ? '' : `, because ${reference.note}`}`;
  return [...machine, engines];
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

await main();
