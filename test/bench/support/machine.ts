import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { figure } from './measure.js';
import { quantile } from './statistics.js';
import { timeProcess } from './timeProcess.js';

/**
 * What the figures depend on, a sentence each, without a name or a date; `node` is the one under which people run the command
 * line.
 */
export async function describeMachine(folder: string, node: string): Promise<string[]> {
  const flush = flushTimes(join(folder, 'flush'));
  const starts = await timeNodeStarts(folder, node, 11);
  return [
    `${process.platform} ${process.arch}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `appending 700 bytes and flushing them to disk: ${figure(quantile(flush, 0.5))} ms at the median, ${figure(quantile(flush, 0.99))} ms at p99`,
    `\`node -e 0\`, start to end: ${figure(quantile(starts, 0.5))} ms (median of ${starts.length}), a measure of processor speed; rows in ms scale with it`,
  ];
}

/** How long `node -e 0` takes, ms, one after the other: how quick the processor is right now. */
export async function timeNodeStarts(folder: string, node: string, count: number): Promise<number[]> {
  const starts: number[] = [];
  for (let run = 0; run < count; run += 1) starts.push(await timeProcess(node, ['-e', '0'], folder));
  return starts;
}

function flushTimes(file: string): number[] {
  const bytes = Buffer.alloc(700, 1);
  const handle = openSync(file, 'a');
  try {
    return Array.from({ length: 300 }, () => {
      const started = performance.now();
      writeSync(handle, bytes);
      fdatasyncSync(handle);
      return performance.now() - started;
    });
  } finally {
    closeSync(handle);
    rmSync(file);
  }
}
