import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadAnswer } from '../worker/engine.js';
import type { Bench, EngineName } from './bench.js';
import { copySeed, type Seed } from './seed.js';
import { quantile } from './statistics.js';
import { audit, startWorker } from './workerProcess.js';

export interface LoadFigures {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly commitsPerSecond: number;
  /** CPU of all processes together, ms per claim. */
  readonly cpuMs: number;
  readonly residentBytes: number;
  /** What one claim added to the files that commits go to. */
  readonly bytesPerClaim: number;
}

export interface LoadOptions {
  readonly processes: number;
  readonly claimsEach: number;
  readonly mode?: 'sync' | 'async';
  readonly env?: Readonly<Record<string, string>>;
  /** Claims of each process before those that are measured; by default those of the sizes. */
  readonly warmUp?: number;
  /** Our store without the operation: the reference's statements by hand. */
  readonly isByHand?: boolean;
  /** Size of what commits are appended to. */
  readonly sizeOf?: (path: string) => number;
}

let copies = 0;

/**
 * Lets processes claim from a fresh copy of the seed until each has its share, then reads the store with another process
 * and compares: every acknowledged claim is there, once, with its event, and the engine finds nothing wrong.
 */
export async function runLoad(
  bench: Bench,
  seed: Seed,
  engine: EngineName,
  options: LoadOptions,
): Promise<LoadFigures> {
  copies += 1;
  const path = copySeed(seed, engine, join(bench.folder, `copy-${copies}`));
  const { processes, claimsEach: count, mode = 'sync', env = {}, warmUp = bench.sizes.warmUp, sizeOf } = options;
  const worker = options.isByHand === true && engine === 'ours' ? 'byHand' : engine;
  const workers = Array.from({ length: processes }, () =>
    startWorker(bench, { task: 'load', engine: worker, path, count, warmUp, mode, env }),
  );
  try {
    for (const worker of workers) await worker.answer<string>();
    const before = sizeOf?.(path) ?? 0;
    for (const worker of workers) worker.begin();
    for (const worker of workers) await worker.answer<string>();
    const answers = await Promise.all(workers.map(worker => worker.answer<LoadAnswer>()));
    const bytes = (sizeOf?.(path) ?? 0) - before;
    await Promise.all(workers.map(worker => worker.ended));
    await verify(bench, engine, path, answers);
    return figuresOf(answers, bytes);
  } finally {
    for (const worker of workers) worker.kill();
    await Promise.all(workers.map(worker => worker.ended));
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { recursive: true, force: true });
  }
}

function figuresOf(answers: readonly LoadAnswer[], bytes: number): LoadFigures {
  const latencies = answers.flatMap(answer => answer.latencies);
  const from = Math.min(...answers.map(answer => answer.started));
  const to = Math.max(...answers.map(answer => answer.ended));
  return {
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    worst: Math.max(...latencies),
    commitsPerSecond: (latencies.length / (to - from)) * 1000,
    cpuMs: answers.reduce((sum, answer) => sum + answer.cpuMs, 0) / latencies.length,
    residentBytes: Math.max(...answers.map(answer => answer.residentBytes)),
    bytesPerClaim: bytes / latencies.length,
  };
}

async function verify(bench: Bench, engine: EngineName, path: string, answers: readonly LoadAnswer[]): Promise<void> {
  const claimed = answers.flatMap(answer => answer.numbers).sort((left, right) => left - right);
  const found = await audit(bench, engine, path);
  const wrong = [
    new Set(claimed).size === claimed.length ? '' : 'a work item was given to two processes',
    String(found.inFlight) === String(claimed) ? '' : 'the claims on disk are not those that were acknowledged',
    found.claimedEvents === claimed.length ? '' : `${found.claimedEvents} events stand for ${claimed.length} claims`,
    found.claimedItems === claimed.length ? '' : `the events name ${found.claimedItems} work items`,
    ...found.problems,
  ].filter(line => line !== '');
  if (wrong.length > 0) throw new Error(`${engine} lost or doubled something: ${wrong.join('; ')}.`);
}
