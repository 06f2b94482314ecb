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

/** One process: latency at each size, commits per second, bytes. */
export function claimsAlone(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { sizes } = bench;
  const options: LoadOptions = { processes: 1, claimsEach: sizes.claims, sizeOf: logBytes };
  const runsOn = (size: 'small' | 'middle' | 'large'): (() => Promise<Runs>) =>
    once(async () => compare(bench, await seeds[size](), `${sizes[size]} items, 1 process`, options));
  const [small, middle, large] = [runsOn('small'), runsOn('middle'), runsOn('large')];
  return [
    claimLatency(`${sizes.small} items`, 2.2, small),
    claimLatency(`${sizes.middle} items`, 2.2, middle),
    {
      measure: `claim p50 at ${sizes.large} items / at ${sizes.small}, ours`,
      bound: '≤ 1.1',
      goal: '',
      async run() {
        const [least, most] = [await small(), await large()];
        const growth = ratios(column(most.ours, 'p50'), column(least.ours, 'p50'));
        const theirs = median(ratios(column(most.reference, 'p50'), column(least.reference, 'p50')));
        return {
          measured: spread(growth, median(growth)),
          verdict: judge(median(growth), { bound: 1.1 }),
          detail: `${figure(median(column(most.ours, 'p50')))} ms; the reference grows ${times(theirs)}`,
        };
      },
    },
    commits(`1 process, ${sizes.middle} items`, undefined, middle),
    {
      measure: 'bytes in the log per claim',
      bound: '≤ 5000',
      goal: '',
      async run() {
        const bytes = median(column((await middle()).ours, 'bytesPerClaim'));
        return { measured: bytes.toFixed(0), verdict: judge(bytes, { bound: 5000 }), detail: 'mean of one process' };
      },
    },
  ];
}

function claimLatency(where: string, bound: number, runs: () => Promise<Runs>): Measure {
  return {
    measure: `claim p50, 1 process, ${where}`,
    bound: `≤ ${bound} ×`,
    goal: '',
    async run() {
      const found = await runs();
      const { values, ratio, detail } = both(found, 'p50');
      return {
        measured: spread(values, ratio),
        verdict: judge(ratio, { bound }),
        detail: `${detail} ms; p99 ${both(found, 'p99').detail} ms`,
      };
    },
  };
}

/** `bound` is the least that is allowed; undefined for a row without one. */
function commits(where: string, bound: number | undefined, runs: () => Promise<Runs>): Measure {
  return {
    measure: `commits/s, ${where}`,
    bound: bound === undefined ? '' : `≥ ${bound.toFixed(2)} ×`,
    goal: '',
    async run() {
      const found = await runs();
      const { values, ratio, detail } = both(found, 'commitsPerSecond');
      return {
        measured: spread(values, ratio),
        verdict: judge(ratio, bound === undefined ? {} : { bound }, 'at least'),
        detail: `${detail}; CPU per claim ${both(found, 'cpuMs').detail} ms; p99 ${both(found, 'p99').detail} ms`,
      };
    },
  };
}

/** Several processes on one store: for a short time, as agents have, and for a long one; through the operation and by hand. */
export function claimsTogether(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { claimsTogether: total, longWarmUp, longClaims, middle, warmUp } = bench.sizes;
  const runsOf = (what: string, options: LoadOptions): (() => Promise<Runs>) =>
    once(async () => compare(bench, await seeds.middle(), what, options));
  const long = { processes: 8, claimsEach: longClaims, warmUp: longWarmUp };
  const short = { processes: 8, claimsEach: total / 8 };
  const [two, eight, eightLong, byHand, byHandLong] = [
    runsOf('2 processes', { processes: 2, claimsEach: total / 2 }),
    runsOf('8 processes', short),
    runsOf('8 processes, long', long),
    runsOf('8 processes, by hand', { ...short, isByHand: true }),
    runsOf('8 processes, by hand, long', { ...long, isByHand: true }),
  ];
  const each = `${warmUp} + ${total / 8} claims each`;
  const eachLong = `${longWarmUp} + ${longClaims} claims each`;
  return [
    commits(`2 processes, ${middle} items`, undefined, two),
    commits(`8 processes, ${each}`, 0.25, eight),
    commits(`8 processes, ${eachLong}`, 0.25, eightLong),
    commits(`8 processes, ${each}, statements by hand`, 0.3, byHand),
    commits(`8 processes, ${eachLong}, statements by hand`, 0.45, byHandLong),
    {
      measure: `claim p99, 8 processes, ${each}`,
      bound: '≤ 3.5 × and ≤ 1 s',
      goal: '',
      async run() {
        const runs = await eight();
        const { values, ratio, detail } = both(runs, 'p99');
        const longest = median(column(runs.ours, 'p99'));
        return {
          measured: spread(values, ratio),
          verdict: longest > 1000 ? 'missed' : judge(ratio, { bound: 3.5 }),
          detail: `${detail} ms; p50 ${both(runs, 'p50').detail}; worst ${both(runs, 'worst').detail}`,
        };
      },
    },
  ];
}

/** The same with 2 ms more for each fsync of either engine. */
export function claimsOnSlowDisk(bench: Bench, seeds: Seeds): readonly Measure[] {
  const total = bench.sizes.slowClaimsTogether;
  const shim = once(() => {
    const library = buildSlowDisk(bench.folder);
    if (library === undefined) throw new NotHere('needs Linux and a C compiler');
    return library;
  });
  const runsOf = (processes: number): (() => Promise<Runs>) =>
    once(async () => {
      const env = { LD_PRELOAD: shim() };
      const what = `slow disk, ${processes} process${processes === 1 ? '' : 'es'}`;
      return compare(bench, await seeds.middle(), what, { processes, claimsEach: total / processes, env });
    });
  return [claimLatency('fsync + 2 ms', 1.35, runsOf(1)), commits('8 processes, fsync + 2 ms', 1.1, runsOf(8))];
}

/** Size of the newest log of our store; 0 for the reference's file. */
function logBytes(path: string): number {
  if (!statSync(path).isDirectory()) return 0;
  const name = readdirSync(path)
    .filter(entry => /^log\.\d+\.[0-9a-f]+$/.test(entry))
    .sort()
    .at(-1);
  return name === undefined ? 0 : statSync(join(path, name)).size;
}
