import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../support/bench.js';
import { runLoad } from '../support/loadRun.js';
import { figure, judge, type Measure, times } from '../support/measure.js';
import { once } from '../support/once.js';
import { copySeed, type Seed, type Seeds } from '../support/seed.js';
import { median } from '../support/statistics.js';
import { runWorker } from '../support/workerProcess.js';
import type { ScanAnswer } from '../worker/engine.js';

const maxMegabytes = 115;
const maxGrowth = 1.5;

/** What a process has resident after many claims, and while it reads all of a large store. */
export function memory(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { claimsOfServer, middle, manyEvents, runs } = bench.sizes;
  const megabytes = (seed: () => Promise<Seed>) =>
    once(async () => {
      const options = { processes: 1, claimsEach: claimsOfServer };
      const taken: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        taken.push((await runLoad(bench, await seed(), 'ours', options)).residentBytes / 1e6);
      }
      return taken;
    });
  const [afterItems, afterEvents] = [megabytes(seeds.middle), megabytes(seeds.manyEvents)];
  const row = (what: string, taken: () => Promise<number[]>): Measure => ({
    measure: `resident memory after ${claimsOfServer} claims, ${what}`,
    bound: `≤ ${maxMegabytes} MB`,
    goal: '',
    async run() {
      const found = await taken();
      return {
        measured: `${figure(median(found))} MB`,
        verdict: judge(median(found), { bound: maxMegabytes }),
        detail: `at most ${figure(Math.max(...found))} MB of ${runs}`,
      };
    },
  });
  return [
    row(`${middle} items`, afterItems),
    row(`${middle} items and ${manyEvents} events`, afterEvents),
    {
      measure: `resident memory while lists, trends and search read ${manyEvents} events, over that after claims`,
      bound: `≤ ${maxGrowth} ×`,
      goal: '',
      async run() {
        const path = copySeed(await seeds.manyEvents(), 'ours', join(bench.folder, 'scans'));
        try {
          const { peakBytes, scans } = await runWorker<ScanAnswer>(bench, { task: 'scan', engine: 'ours', path });
          const ratio = peakBytes / 1e6 / median(await afterEvents());
          const each = scans.map(one => `${one.name} ${figure(one.peakBytes / 1e6)} MB, ${figure(one.ms / 1000)} s`);
          return {
            measured: times(ratio),
            verdict: judge(ratio, { bound: maxGrowth }),
            detail: `at most ${figure(peakBytes / 1e6)} MB; ${each.join('; ')}`,
          };
        } finally {
          rmSync(path, { recursive: true, force: true });
        }
      },
    },
  ];
}
