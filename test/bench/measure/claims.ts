import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type EngineName, inTurn } from '../support/bench.js';
import { type LoadFigures, type LoadOptions, runLoad } from '../support/loadRun.js';
import { figure, judge, type Measure, NotHere, spread, times } from '../support/measure.js';
import { once } from '../support/once.js';
import type { Seed, Seeds } from '../support/seed.js';
import { buildSlowDisk } from '../support/slowDisk.js';
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
  return { values, ratio: median(values), detail: `${ours} vs. ${figure(median(column(runs.reference, name)))}` };
}

/** One process: latency at each size, commits per second, memory, bytes. */
export function claimsAlone(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { sizes } = bench;
  const options: LoadOptions = { processes: 1, claimsEach: sizes.claims, sizeOf: journalBytes };
  const runsOn = (size: keyof Seeds): (() => Promise<Runs>) =>
    once(async () => compare(bench, await seeds[size](), `${sizes[size]} items, 1 process`, options));
  const [small, middle, large] = [runsOn('small'), runsOn('middle'), runsOn('large')];
  return [
    claimLatency(sizes.small, small),
    claimLatency(sizes.middle, middle),
    {
      measure: `claim p50 at ${sizes.large} items / at ${sizes.small}, ours`,
      bound: '≤ 1.5',
      goal: '≤ 1.3',
      async run() {
        const [least, most] = [await small(), await large()];
        const growth = ratios(column(most.ours, 'p50'), column(least.ours, 'p50'));
        const theirs = median(ratios(column(most.reference, 'p50'), column(least.reference, 'p50')));
        return {
          measured: spread(growth, median(growth)),
          verdict: judge(median(growth), { bound: 1.5, goal: 1.3 }),
          detail: `${figure(median(column(most.ours, 'p50')))} ms; the reference grows ${times(theirs)}`,
        };
      },
    },
    {
      measure: `commits/s, 1 process, ${sizes.middle} items`,
      bound: '≥ 0.45 ×',
      goal: '',
      async run() {
        const { values, ratio, detail } = both(await middle(), 'commitsPerSecond');
        return { measured: spread(values, ratio), verdict: judge(ratio, { bound: 0.45 }, 'at least'), detail };
      },
    },
    {
      measure: `resident memory of a worker, ${sizes.middle} items`,
      bound: '≤ 2.5 ×',
      goal: '≤ 2.0 ×',
      async run() {
        const [runs, most] = [await middle(), await large()];
        const { values, ratio } = both(runs, 'residentBytes');
        return {
          measured: spread(values, ratio),
          verdict: judge(ratio, { bound: 2.5, goal: 2 }),
          detail: `${megabytes(runs.ours)} vs. ${megabytes(runs.reference)} MB after ${sizes.claims} claims; ${megabytes(most.ours)} MB at ${sizes.large} items`,
        };
      },
    },
    {
      measure: 'journal bytes per claim',
      bound: '≤ 700',
      goal: '',
      async run() {
        const bytes = median(column((await middle()).ours, 'bytesPerClaim'));
        return { measured: bytes.toFixed(0), verdict: judge(bytes, { bound: 700 }), detail: 'mean of one process' };
      },
    },
  ];
}

function claimLatency(items: number, runs: () => Promise<Runs>): Measure {
  return {
    measure: `claim p50, 1 process, ${items} items`,
    bound: '≤ 2.5 ×',
    goal: '≤ 2.0 ×',
    async run() {
      const found = await runs();
      const { values, ratio, detail } = both(found, 'p50');
      return {
        measured: spread(values, ratio),
        verdict: judge(ratio, { bound: 2.5, goal: 2 }),
        detail: `${detail} ms; p99 ${both(found, 'p99').detail} ms`,
      };
    },
  };
}

/** Several processes on one store. */
export function claimsTogether(bench: Bench, seeds: Seeds): readonly Measure[] {
  const total = bench.sizes.claimsTogether;
  const runsOf = (processes: number): (() => Promise<Runs>) =>
    once(async () =>
      compare(bench, await seeds.middle(), `${processes} processes`, { processes, claimsEach: total / processes }),
    );
  const [two, eight] = [runsOf(2), runsOf(8)];
  const commits = [
    { processes: 2, runs: two, limit: { bound: 0.35 }, goal: '' },
    { processes: 8, runs: eight, limit: { bound: 0.3, goal: 0.45 }, goal: '≥ 0.45 ×' },
  ].map(
    ({ processes, runs, limit, goal }): Measure => ({
      measure: `commits/s, ${processes} processes, ${bench.sizes.middle} items`,
      bound: `≥ ${limit.bound.toFixed(2)} ×`,
      goal,
      async run() {
        const found = await runs();
        const { values, ratio, detail } = both(found, 'commitsPerSecond');
        return {
          measured: spread(values, ratio),
          verdict: judge(ratio, limit, 'at least'),
          detail: `${detail}; CPU per claim ${both(found, 'cpuMs').detail} ms`,
        };
      },
    }),
  );
  return [
    ...commits,
    {
      measure: 'claim p99, 8 processes',
      bound: '≤ 3.5 × and ≤ 1 s',
      goal: '≤ 3 ×',
      async run() {
        const runs = await eight();
        const { values, ratio, detail } = both(runs, 'p99');
        const longest = median(column(runs.ours, 'p99'));
        return {
          measured: spread(values, ratio),
          verdict: longest > 1000 ? 'missed' : judge(ratio, { bound: 3.5, goal: 3 }),
          detail: `${detail} ms; p50 ${both(runs, 'p50').detail}; worst ${both(runs, 'worst').detail}`,
        };
      },
    },
  ];
}

/** The same with 5 ms more for each fsync of either engine. */
export function claimsOnSlowDisk(bench: Bench, seeds: Seeds): readonly Measure[] {
  const total = bench.sizes.slowClaimsTogether;
  const shim = once(() => {
    const library = buildSlowDisk(bench.folder);
    if (library === undefined) throw new NotHere('needs Linux and a C compiler');
    return library;
  });
  const runsOf = async (processes: number): Promise<Runs> => {
    const env = { LD_PRELOAD: shim() };
    const what = `slow disk, ${processes} process${processes === 1 ? '' : 'es'}`;
    return compare(bench, await seeds.middle(), what, { processes, claimsEach: total / processes, env });
  };
  return [
    {
      measure: 'commits/s, 1 process, fsync + 5 ms',
      bound: '',
      goal: '',
      async run() {
        const { values, ratio, detail } = both(await runsOf(1), 'commitsPerSecond');
        return { measured: spread(values, ratio), verdict: 'for information', detail };
      },
    },
    {
      measure: 'commits/s, 8 processes, fsync + 5 ms',
      bound: '≥ 0.6 ×',
      goal: '',
      async run() {
        const runs = await runsOf(8);
        const { values, ratio, detail } = both(runs, 'commitsPerSecond');
        return {
          measured: spread(values, ratio),
          verdict: judge(ratio, { bound: 0.6 }, 'at least'),
          detail: `${detail}; p99 ${both(runs, 'p99').detail} ms`,
        };
      },
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
