import { writeSync } from 'node:fs';
import { moment } from '../support/moment.js';
import type { Engine, FirstAnswer, LoadAnswer, ReadyAnswer, WorkerOrder } from './engine.js';

/** One process of a benchmark: opens an engine, does what it is told, answers with one line. */
async function main(order: WorkerOrder): Promise<void> {
  const started = performance.now();
  if (order.task === 'version') {
    answer((await import('./reference.js')).referenceVersion(order.reference));
    return;
  }
  if (order.task === 'scan') {
    answer(await (await import('./scan.js')).scan(order));
    return;
  }
  const engine = await open(order);
  if (order.task === 'first') await first(engine, started, performance.now());
  else if (order.task === 'audit') answer(await engine.audit());
  else if (order.task === 'apply') answer(await (await import('./applyCommits.js')).applyCommits(order, engine));
  else {
    // Opened and warm before the others are let go.
    await engine.ready(1);
    const numbers: number[] = [];
    for (let claim = 0; claim < order.warmUp; claim += 1) numbers.push(await claimOne(engine));
    answer('ready');
    await told();
    answer('begun');
    answer(order.task === 'load' ? await load(engine, order.count, numbers) : await ready(engine, order.count));
  }
  await engine.close();
}

/** Neither engine's process loads the other's code. */
async function open(order: WorkerOrder): Promise<Engine> {
  if (order.engine === 'reference') return (await import('./reference.js')).openReference(order);
  return (await import('./ours.js')).openOurs(order);
}

/** Opening up to the first answer; the process is over as soon as it has said it. */
async function first(engine: Engine, started: number, loaded: number): Promise<void> {
  const found = await engine.ready(20);
  const now = performance.now();
  const residentBytes = process.memoryUsage.rss();
  const result: FirstAnswer = {
    openMs: now - started,
    overLibraryMs: now - loaded,
    found: found.length,
    residentBytes,
  };
  answer(result);
}

async function claimOne(engine: Engine): Promise<number> {
  const number = await engine.claim();
  if (number === undefined) throw new Error('The seed holds too few ready work items.');
  return number;
}

async function load(engine: Engine, count: number, numbers: number[]): Promise<LoadAnswer> {
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  const started = moment();
  while (latencies.length < count) {
    const before = performance.now();
    const number = await claimOne(engine);
    latencies.push(performance.now() - before);
    numbers.push(number);
  }
  const ended = moment();
  const { user, system } = process.cpuUsage(cpu);
  const residentBytes = process.memoryUsage.rss();
  return { numbers, latencies, started, ended, cpuMs: (user + system) / 1000, residentBytes };
}

async function ready(engine: Engine, count: number): Promise<ReadyAnswer> {
  const microseconds: number[] = [];
  let found = 0;
  for (let round = 0; round < count; round += 1) {
    const before = performance.now();
    found = (await engine.ready(20)).length;
    microseconds.push((performance.now() - before) * 1000);
  }
  return { microseconds, found };
}

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

function told(): Promise<void> {
  return new Promise(resolve => {
    process.stdin.once('data', () => {
      process.stdin.pause();
      resolve();
    });
  });
}

await main(JSON.parse(process.argv[2] ?? '{}') as WorkerOrder);
