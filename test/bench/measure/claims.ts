import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type EngineName, inTurn } from '../support/bench.js';
import { type LoadFigures, type LoadOptions, runLoad } from '../support/loadRun.js';
import { figure, judge, type Row, spread, times } from '../support/measure.js';
import type { Seed } from '../support/seed.js';
import { median, ratios } from '../support/statistics.js';

type Runs = Readonly<Record<EngineName, LoadFigures[]>>;

/** Both engines in turn, a fresh copy of the seed each time. */
async function compare(bench: Bench, seed: Seed, what: string, options: LoadOptions): Promise<Runs> {
  const runs: Runs = { ours: [], reference: [] };
  for (let run = 0; run < bench.sizes.runs; run += 1) {
    for (const engine of inTurn(run)) runs[engine].push(await runLoad(bench, seed, engine, options));
    bench.say(`${what}: run ${run + 1} of ${bench.sizes.runs}`);
  }
  return runs;
}

function column(figures: readonly LoadFigures[], name: keyof LoadFigures): number[] {
  return figures.map(one => one[name]);
}

function both(runs: Runs, name: keyof LoadFigures): { values: number[]; ratio: number; detail: string } {
  const values = ratios(column(runs.ours, name), column(runs.reference, name));
  const ours = figure(median(column(runs.ours, name)));
  return { values, ratio: median(values), detail: `${ours} against ${figure(median(column(runs.reference, name)))}` };
}

/** One process: latency at each size, commits per second, memory, bytes. */
export async function measureAlone(bench: Bench, seeds: { small: Seed; middle: Seed; large: Seed }): Promise<Row[]> {
  const { claims } = bench.sizes;
  const options: LoadOptions = { processes: 1, claimsEach: claims, sizeOf: journalBytes };
  const small = await compare(bench, seeds.small, `${seeds.small.items} items, 1 process`, options);
  const middle = await compare(bench, seeds.middle, `${seeds.middle.items} items, 1 process`, options);
  const large = await compare(bench, seeds.large, `${seeds.large.items} items, 1 process`, options);
  const rows = [
    { seed: seeds.small, runs: small },
    { seed: seeds.middle, runs: middle },
  ].map(({ seed, runs }): Row => {
    const { values, ratio, detail } = both(runs, 'p50');
    return {
      measure: `claim p50, 1 process, ${seed.items} items`,
      bound: '≤ 2.5 ×',
      goal: '≤ 2.0 ×',
      measured: spread(values, ratio),
      verdict: judge(ratio, { bound: 2.5, goal: 2 }),
      detail: `${detail} ms; p99 ${both(runs, 'p99').detail} ms`,
    };
  });
  const growth = ratios(column(large.ours, 'p50'), column(small.ours, 'p50'));
  const theirs = median(ratios(column(large.reference, 'p50'), column(small.reference, 'p50')));
  rows.push({
    measure: `claim p50 at ${seeds.large.items} items / at ${seeds.small.items}, ours`,
    bound: '≤ 1.5',
    goal: '≤ 1.3',
    measured: spread(growth, median(growth)),
    verdict: judge(median(growth), { bound: 1.5, goal: 1.3 }),
    detail: `${figure(median(column(large.ours, 'p50')))} ms; the reference grows ${times(theirs)}`,
  });
  const commits = both(middle, 'commitsPerSecond');
  rows.push({
    measure: `commits/s, 1 process, ${seeds.middle.items} items`,
    bound: '≥ 0.45 ×',
    goal: '',
    measured: spread(commits.values, commits.ratio),
    verdict: judge(commits.ratio, { bound: 0.45 }, 'at least'),
    detail: commits.detail,
  });
  const memory = both(middle, 'residentBytes');
  rows.push({
    measure: `resident memory of a worker, ${seeds.middle.items} items`,
    bound: '≤ 2.5 ×',
    goal: '≤ 2.0 ×',
    measured: spread(memory.values, memory.ratio),
    verdict: judge(memory.ratio, { bound: 2.5, goal: 2 }),
    detail: `${megabytes(middle.ours)} against ${megabytes(middle.reference)} MB after ${claims} claims; ${megabytes(large.ours)} MB at ${seeds.large.items} items`,
  });
  const bytes = median(column(middle.ours, 'bytesPerClaim'));
  rows.push({
    measure: 'journal bytes per claim',
    bound: '≤ 700',
    goal: '',
    measured: bytes.toFixed(0),
    verdict: judge(bytes, { bound: 700 }),
    detail: 'mean of one process',
  });
  return rows;
}

/** Several processes on one store. */
export async function measureTogether(bench: Bench, seed: Seed): Promise<Row[]> {
  const total = bench.sizes.claimsTogether;
  const two = await compare(bench, seed, '2 processes', { processes: 2, claimsEach: total / 2 });
  const eight = await compare(bench, seed, '8 processes', { processes: 8, claimsEach: total / 8 });
  const rows = [
    { processes: 2, runs: two, bound: 0.35, goal: undefined },
    { processes: 8, runs: eight, bound: 0.3, goal: 0.45 },
  ].map(({ processes, runs, bound, goal }): Row => {
    const { values, ratio, detail } = both(runs, 'commitsPerSecond');
    return {
      measure: `commits/s, ${processes} processes, ${seed.items} items`,
      bound: `≥ ${bound.toFixed(2)} ×`,
      goal: goal === undefined ? '' : `≥ ${goal.toFixed(2)} ×`,
      measured: spread(values, ratio),
      verdict: judge(ratio, goal === undefined ? { bound } : { bound, goal }, 'at least'),
      detail: `${detail}; CPU per claim ${both(runs, 'cpuMs').detail} ms`,
    };
  });
  const { values, ratio, detail } = both(eight, 'p99');
  const longest = median(column(eight.ours, 'p99'));
  rows.push({
    measure: 'claim p99, 8 processes',
    bound: '≤ 3.5 × and ≤ 1 s',
    goal: '≤ 3 ×',
    measured: spread(values, ratio),
    verdict: longest > 1000 ? 'missed' : judge(ratio, { bound: 3.5, goal: 3 }),
    detail: `${detail} ms; p50 ${both(eight, 'p50').detail}; worst ${both(eight, 'worst').detail}`,
  });
  return rows;
}

/** The same with 5 ms more for each fsync of either engine. */
export async function measureSlowDisk(bench: Bench, seed: Seed, shim: string): Promise<Row[]> {
  const env = { LD_PRELOAD: shim };
  const total = bench.sizes.slowClaimsTogether;
  const one = await compare(bench, seed, 'slow disk, 1 process', { processes: 1, claimsEach: total, env });
  const eight = await compare(bench, seed, 'slow disk, 8 processes', { processes: 8, claimsEach: total / 8, env });
  const alone = both(one, 'commitsPerSecond');
  const together = both(eight, 'commitsPerSecond');
  return [
    {
      measure: 'commits/s, 1 process, fsync + 5 ms',
      bound: '',
      goal: '',
      measured: spread(alone.values, alone.ratio),
      verdict: 'for information',
      detail: alone.detail,
    },
    {
      measure: 'commits/s, 8 processes, fsync + 5 ms',
      bound: '≥ 0.6 ×',
      goal: '',
      measured: spread(together.values, together.ratio),
      verdict: judge(together.ratio, { bound: 0.6 }, 'at least'),
      detail: `${together.detail}; p99 ${both(eight, 'p99').detail} ms`,
    },
  ];
}

function megabytes(figures: readonly LoadFigures[]): string {
  return (median(column(figures, 'residentBytes')) / 1e6).toFixed(0);
}

/** Size of the newest journal of our store; 0 for the reference's file. */
function journalBytes(path: string): number {
  if (!statSync(path).isDirectory()) return 0;
  const name = readdirSync(path)
    .filter(entry => /^journal\.\d+\.log$/.test(entry))
    .sort()
    .at(-1);
  return name === undefined ? 0 : statSync(join(path, name)).size;
}
