import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type EngineName, inTurn } from '../support/bench.js';
import { figure, judge, type Measure, spread } from '../support/measure.js';
import { copySeed, type Seed, type Seeds } from '../support/seed.js';
import { median, ratios } from '../support/statistics.js';
import { startWorker } from '../support/workerProcess.js';
import type { ReadyAnswer } from '../worker/engine.js';

/** The first 20 of the ready queue, asked again and again in an open process. */
export function readyQueue(bench: Bench, seeds: Seeds): readonly Measure[] {
  return [
    {
      measure: `first 20 of the ready queue, ${bench.sizes.middle} items, in memory`,
      bound: '≤ 1.5 ×',
      goal: '',
      async run() {
        const runs = await askBoth(bench, await seeds.middle());
        const values = ratios(runs.ours, runs.reference);
        return {
          measured: spread(values, median(values)),
          verdict: judge(median(values), { bound: 1.5 }),
          detail: `${figure(median(runs.ours))} vs. ${figure(median(runs.reference))} µs`,
        };
      },
    },
  ];
}

async function askBoth(bench: Bench, seed: Seed): Promise<Record<EngineName, number[]>> {
  const paths: Record<EngineName, string> = {
    ours: copySeed(seed, 'ours', join(bench.folder, 'ready')),
    reference: copySeed(seed, 'reference', join(bench.folder, 'ready.sqlite')),
  };
  const runs: Record<EngineName, number[]> = { ours: [], reference: [] };
  for (let run = 0; run < bench.sizes.runs; run += 1) {
    for (const engine of inTurn(run)) runs[engine].push(await ask(bench, engine, paths[engine]));
  }
  bench.say(`ready queue: ${bench.sizes.runs} runs`);
  for (const path of Object.values(paths)) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { recursive: true, force: true });
  }
  return runs;
}

/** Median microseconds of one process. */
async function ask(bench: Bench, engine: EngineName, path: string): Promise<number> {
  const worker = startWorker(bench, { task: 'ready', engine, path, count: bench.sizes.queries });
  try {
    await worker.answer<string>();
    worker.begin();
    await worker.answer<string>();
    const { microseconds, found } = await worker.answer<ReadyAnswer>();
    if (found !== 20) throw new Error(`${engine} found ${found} ready work items instead of 20.`);
    await worker.ended;
    return median(microseconds);
  } finally {
    worker.kill();
    await worker.ended;
  }
}
