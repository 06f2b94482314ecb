import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type EngineName, inTurn } from '../support/bench.js';
import { figure, judge, type Row, spread } from '../support/measure.js';
import { copySeed, openStore, type Seed } from '../support/seed.js';
import { median, ratios } from '../support/statistics.js';
import { runWorker } from '../support/workerProcess.js';
import { claimRepeatedly } from '../worker/claimRepeatedly.js';
import type { FirstAnswer } from '../worker/engine.js';

interface Opening extends FirstAnswer {
  /** From the start of the process to its answer at our end, ms. */
  readonly wholeMs: number;
}

/** A fresh process: its start, opening, the first 20 of the ready queue; and what a long journal adds to that. */
export async function measureOpening(bench: Bench, seed: Seed): Promise<Row[]> {
  const paths: Record<EngineName, string> = {
    ours: copySeed(seed, 'ours', join(bench.folder, 'opening')),
    reference: copySeed(seed, 'reference', join(bench.folder, 'opening.sqlite')),
  };
  const tail = copySeed(seed, 'ours', join(bench.folder, 'tail'));
  const store = openStore(tail, bench.wasmFile);
  await claimRepeatedly(store, bench.sizes.tail);
  await store.close();
  const openings: Record<EngineName | 'tail', Opening[]> = { ours: [], reference: [], tail: [] };
  for (let run = 0; run < bench.sizes.starts; run += 1) {
    for (const engine of inTurn(run)) openings[engine].push(await openOnce(bench, engine, paths[engine]));
    openings.tail.push(await openOnce(bench, 'ours', tail));
  }
  bench.say(`opening: ${bench.sizes.starts} runs`);
  for (const path of [...Object.values(paths), tail]) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { recursive: true, force: true });
  }
  const column = (name: keyof typeof openings, key: keyof Opening): number[] => openings[name].map(one => one[key]);
  const whole = ratios(column('ours', 'wholeMs'), column('reference', 'wholeMs'));
  const memory = ratios(column('ours', 'residentBytes'), column('reference', 'residentBytes'));
  const more = median(column('tail', 'openMs').map((value, run) => value - (column('ours', 'openMs')[run] ?? 0)));
  const pair = (key: keyof Opening, unit: number): string =>
    `${figure(median(column('ours', key)) / unit)} against ${figure(median(column('reference', key)) / unit)}`;
  return [
    {
      measure: `cold open and first answer, ${seed.items} items, whole process`,
      bound: '≤ 2.5 ×',
      goal: '≤ 2.5 ×',
      measured: spread(whole, median(whole)),
      verdict: judge(median(whole), { bound: 2.5, goal: 2.5 }),
      detail: `${pair('wholeMs', 1)} ms; opening alone ${pair('openMs', 1)} ms`,
    },
    {
      measure: `resident memory after the first answer, ${seed.items} items`,
      bound: '≤ 2.5 ×',
      goal: '≤ 2.0 ×',
      measured: spread(memory, median(memory)),
      verdict: judge(median(memory), { bound: 2.5, goal: 2 }),
      detail: `${pair('residentBytes', 1e6)} MB`,
    },
    {
      measure: `opening with ${bench.sizes.tail} commits in the journal, minus with none`,
      bound: '≤ 400 ms',
      goal: '',
      measured: `${figure(more)} ms`,
      verdict: judge(more, { bound: 400 }),
      detail: `${figure(median(column('tail', 'openMs')))} ms in all`,
    },
  ];
}

async function openOnce(bench: Bench, engine: EngineName, path: string): Promise<Opening> {
  const started = performance.now();
  const answer = await runWorker<FirstAnswer>(bench, { task: 'first', engine, path });
  // Includes the end of the process: what it leaves running is part of what a caller waits for.
  return { ...answer, wholeMs: performance.now() - started };
}

/** Milliseconds of a whole process, from its start to its end; fails when it fails. */
export function timeProcess(node: string, args: readonly string[], cwd: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', text => {
      complaint += text;
    });
    child.once('error', reject);
    child.once('close', code => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${complaint.trim()}`));
    });
  });
}
