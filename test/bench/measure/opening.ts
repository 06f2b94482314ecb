import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type EngineName, inTurn } from '../support/bench.js';
import { figure, judge, type Measure, spread } from '../support/measure.js';
import { once } from '../support/once.js';
import { copySeed, openStore, type Seed, type Seeds } from '../support/seed.js';
import { median, ratios } from '../support/statistics.js';
import { runWorker } from '../support/workerProcess.js';
import { claimRepeatedly } from '../worker/claimRepeatedly.js';
import type { FirstAnswer } from '../worker/engine.js';

interface Opening extends FirstAnswer {
  /** From the start of the process to its answer at our end, ms. */
  readonly wholeMs: number;
}

type Openings = Readonly<Record<EngineName, readonly Opening[]>>;

/** A fresh process: its start, opening, the first 20 of the ready queue; and opening a store with years of events. */
export function opening(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { middle, manyEvents, waiting, starts } = bench.sizes;
  const openings = once(async () => openAll(bench, await seeds.middle()));
  return [
    {
      measure: `cold open and first answer, ${middle} items, whole process`,
      bound: '≤ 2.5 ×',
      goal: '≤ 2.5 ×',
      async run() {
        const found = await openings();
        const whole = ratios(column(found.ours, 'wholeMs'), column(found.reference, 'wholeMs'));
        return {
          measured: spread(whole, median(whole)),
          verdict: judge(median(whole), { bound: 2.5, goal: 2.5 }),
          detail: `${pair(found, 'wholeMs', 1)} ms; opening alone ${pair(found, 'openMs', 1)} ms`,
        };
      },
    },
    {
      measure: `resident memory after the first answer, ${middle} items`,
      bound: '≤ 2.5 ×',
      goal: '≤ 2.0 ×',
      async run() {
        const found = await openings();
        const memory = ratios(column(found.ours, 'residentBytes'), column(found.reference, 'residentBytes'));
        return {
          measured: spread(memory, median(memory)),
          verdict: judge(median(memory), { bound: 2.5, goal: 2 }),
          detail: `${pair(found, 'residentBytes', 1e6)} MB`,
        };
      },
    },
    {
      measure: `opening over loading the WASM, ${manyEvents} events, ${waiting} commits waiting`,
      bound: '≤ 20 ms',
      goal: '',
      async run() {
        const path = copySeed(await seeds.manyEvents(), 'ours', join(bench.folder, 'waiting'));
        try {
          const store = openStore(path, bench.wasmFile);
          await claimRepeatedly(store, waiting);
          await store.close();
          const taken: Opening[] = [];
          for (let run = 0; run < starts; run += 1) taken.push(await openOnce(bench, 'ours', path));
          bench.say(`opening with commits waiting: ${starts} runs`);
          const more = median(column(taken, 'overLibraryMs'));
          return {
            measured: `${figure(more)} ms`,
            verdict: judge(more, { bound: 20 }),
            detail: `with the first answer; ${figure(median(column(taken, 'openMs')))} ms with loading`,
          };
        } finally {
          rmSync(path, { recursive: true, force: true });
        }
      },
    },
  ];
}

function column(openings: readonly Opening[], key: keyof Opening): number[] {
  return openings.map(one => one[key]);
}

function pair({ ours, reference }: Openings, key: keyof Opening, unit: number): string {
  return `${figure(median(column(ours, key)) / unit)} vs. ${figure(median(column(reference, key)) / unit)}`;
}

async function openAll(bench: Bench, seed: Seed): Promise<Openings> {
  const paths: Record<EngineName, string> = {
    ours: copySeed(seed, 'ours', join(bench.folder, 'opening')),
    reference: copySeed(seed, 'reference', join(bench.folder, 'opening.sqlite')),
  };
  const openings: Record<EngineName, Opening[]> = { ours: [], reference: [] };
  for (let run = 0; run < bench.sizes.starts; run += 1) {
    for (const engine of inTurn(run)) openings[engine].push(await openOnce(bench, engine, paths[engine]));
  }
  bench.say(`opening: ${bench.sizes.starts} runs`);
  for (const path of Object.values(paths)) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { recursive: true, force: true });
  }
  return openings;
}

async function openOnce(bench: Bench, engine: EngineName, path: string): Promise<Opening> {
  const started = performance.now();
  const answer = await runWorker<FirstAnswer>(bench, { task: 'first', engine, path });
  // Includes the end of the process: what it leaves running is part of what a caller waits for.
  return { ...answer, wholeMs: performance.now() - started };
}
