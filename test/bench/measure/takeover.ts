import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type EngineName, inTurn } from '../support/bench.js';
import { figure, judge, type Measure } from '../support/measure.js';
import { moment } from '../support/moment.js';
import { copySeed, type Seed, type Seeds } from '../support/seed.js';
import { median } from '../support/statistics.js';
import { audit, startWorker } from '../support/workerProcess.js';
import type { LoadAnswer } from '../worker/engine.js';

/** How long the survivor waits for nothing before the holder is killed, ms; long enough to be past its first looks. */
const vainMs = 60;
/** And how long where a busy machine did not let it begin within that. */
const maxIdleMs = 4000;

/** Kills a process that holds the lock while another waits for it: from the kill to the other's acknowledged claim. */
export function takeover(bench: Bench, seeds: Seeds): readonly Measure[] {
  return [
    {
      measure: 'claim after kill -9 of the lock’s holder',
      bound: '≤ 250 ms',
      goal: '',
      async run() {
        const seed = await seeds.middle();
        const runs: Record<EngineName, number[]> = { ours: [], reference: [] };
        for (let run = 0; run < bench.sizes.runs; run += 1) {
          for (const engine of inTurn(run)) runs[engine].push(await takeOverOnceItWaits(bench, seed, engine));
        }
        bench.say(`takeover: ${bench.sizes.runs} runs`);
        const longest = median(runs.ours);
        return {
          measured: `${figure(longest)} ms`,
          verdict: judge(longest, { bound: 250 }),
          detail: `at most ${figure(Math.max(...runs.ours))} ms; the reference ${figure(median(runs.reference))} ms`,
        };
      },
    },
  ];
}

async function takeOverOnceItWaits(bench: Bench, seed: Seed, engine: EngineName): Promise<number> {
  for (let vain = vainMs; vain <= maxIdleMs; vain *= 4) {
    const ms = await takeOver(bench, seed, engine, vain);
    if (ms !== undefined) return ms;
  }
  throw new Error('The survivor had never begun to wait when the holder was killed.');
}

/** Undefined where the survivor had not yet begun to wait: then it says nothing. */
async function takeOver(bench: Bench, seed: Seed, engine: EngineName, vain: number): Promise<number | undefined> {
  const path = copySeed(seed, engine, join(bench.folder, `takeover-${engine}`));
  const survivor = startWorker(bench, { task: 'load', engine, path, count: 1 });
  const holder = startWorker(bench, { task: 'hold', engine, path });
  try {
    await survivor.answer<string>();
    await holder.answer<string>();
    survivor.begin();
    await survivor.answer<string>();
    await new Promise(resolve => setTimeout(resolve, vain));
    const killed = moment();
    holder.kill();
    const { ended, started } = await survivor.answer<LoadAnswer>();
    await Promise.all([survivor.ended, holder.ended]);
    const { claimedEvents, problems } = await audit(bench, engine, path);
    if (claimedEvents !== 1 || problems.length > 0) throw new Error(`${engine}: ${claimedEvents} claims. ${problems}`);
    return started > killed ? undefined : ended - killed;
  } finally {
    for (const worker of [survivor, holder]) worker.kill();
    await Promise.all([survivor.ended, holder.ended]);
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { recursive: true, force: true });
  }
}
