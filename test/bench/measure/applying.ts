import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../support/bench.js';
import { figure, judge, type Measure } from '../support/measure.js';
import { copySeed, type Seeds } from '../support/seed.js';
import { median, quantile } from '../support/statistics.js';
import { runWorker } from '../support/workerProcess.js';
import type { ApplyAnswer } from '../worker/engine.js';

/** What a process has to do for each commit of another one, with the look whether there is any. */
export function applying(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { claims, queries, runs } = bench.sizes;
  return [
    {
      measure: 'applying a commit of another process, warm',
      bound: '≤ 20 µs',
      goal: '',
      async run() {
        const seed = await seeds.middle();
        const taken: number[][] = [];
        for (let run = 0; run < runs; run += 1) {
          const path = copySeed(seed, 'ours', join(bench.folder, 'applying'));
          const order = { task: 'apply', engine: 'byHand', path, count: claims, warmUp: queries } as const;
          taken.push([...(await runWorker<ApplyAnswer>(bench, order)).microseconds]);
          rmSync(path, { recursive: true, force: true });
        }
        bench.say(`applying: ${runs} runs`);
        const middle = median(taken.map(median));
        return {
          measured: `${figure(middle)} µs`,
          verdict: judge(middle, { bound: 20 }),
          detail: `p99 ${figure(median(taken.map(one => quantile(one, 0.99))))} µs; after ${queries} commits`,
        };
      },
    },
  ];
}
