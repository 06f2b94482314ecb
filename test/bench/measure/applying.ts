import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../support/bench.js';
import { figure, judge, type Measure } from '../support/measure.js';
import { copySeed, type Seeds } from '../support/seed.js';
import { median } from '../support/statistics.js';
import { runWorker } from '../support/workerProcess.js';
import type { ApplyAnswer } from '../worker/engine.js';

/** What a process has to do for each commit of another one. */
export function applying(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { applied, runs } = bench.sizes;
  return [
    {
      measure: 'applying a commit of another process, of those of one turn, warm',
      bound: '≤ 20 µs',
      goal: '',
      async run() {
        const seed = await seeds.middle();
        const taken: ApplyAnswer[] = [];
        for (let run = 0; run < runs; run += 1) {
          const path = copySeed(seed, 'ours', join(bench.folder, 'applying'));
          const order = { task: 'apply', engine: 'byHand', path, count: applied, warmUp: applied } as const;
          taken.push(await runWorker<ApplyAnswer>(bench, order));
          rmSync(path, { recursive: true, force: true });
        }
        bench.say(`applying: ${runs} runs`);
        const middle = (of: keyof ApplyAnswer) => median(taken.map(one => median([...one[of]])));
        return {
          measured: `${figure(middle('together'))} µs`,
          verdict: judge(middle('together'), { bound: 20 }),
          detail: `of 20 that are read at once; ${figure(middle('alone'))} µs for one alone, with the look whether there is any`,
        };
      },
    },
  ];
}
