import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type EngineName, inTurn } from '../support/bench.js';
import { figure, judge, type Row, spread } from '../support/measure.js';
import { copySeed, type Seed } from '../support/seed.js';
import { median, ratios } from '../support/statistics.js';
import { startWorker } from '../support/workerProcess.js';
import type { ReadyAnswer } from '../worker/engine.js';

/** The first 20 of the ready queue, asked again and again in an open process. */
export async function measureReady(bench: Bench, seed: Seed): Promise<Row[]> {
  const paths: Record<EngineName, string> = {
    ours: copySeed(seed, 'ours', join(bench.folder, 'ready')),
    reference: copySeed(seed, 'reference', join(bench.folder, 'ready.sqlite')),
  };
  const runs: Record<EngineName, number[]> = { ours: [], reference: [] };
  for (let run = 0; run < bench.sizes.runs; run += 1) {
    for (const engine of inTurn(run)) {
      const worker = startWorker(bench, { task: 'ready', engine, path: paths[engine], count: bench.sizes.queries });
      await worker.answer<string>();
      worker.begin();
      await worker.answer<string>();
      const { microseconds, found } = await worker.answer<ReadyAnswer>();
      await worker.ended;
      if (found !== 20) throw new Error(`${engine} found ${found} ready work items instead of 20.`);
      runs[engine].push(median(microseconds));
    }
  }
  bench.say(`ready queue: ${bench.sizes.runs} runs`);
  for (const path of Object.values(paths)) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { recursive: true, force: true });
  }
  const values = ratios(runs.ours, runs.reference);
  return [
    {
      measure: `first 20 of the ready queue, ${seed.items} items, in memory`,
      bound: '≤ 1.5 ×',
      goal: '',
      measured: spread(values, median(values)),
      verdict: judge(median(values), { bound: 1.5 }),
      detail: `${figure(median(runs.ours))} against ${figure(median(runs.reference))} µs`,
    },
  ];
}
