import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { figure } from './measure.js';
import { quantile } from './statistics.js';
import { timeProcess } from './timeProcess.js';

/** What the figures depend on, without a name or a date. */
export interface MachineFacts {
  /** A sentence each. */
  readonly lines: readonly string[];
  /** How long `node -e 0` takes, ms: how quick the processor is. */
  readonly nodeStartMs: number;
}

/** Looks at the machine; `node` is the one under which people run the command line. */
export async function describeMachine(folder: string, node: string): Promise<MachineFacts> {
  const flush = flushTimes(join(folder, 'flush'));
  const starts: number[] = [];
  for (let run = 0; run < 11; run++) starts.push(await timeProcess(node, ['-e', '0'], folder));
  const nodeStartMs = quantile(starts, 0.5);
  const lines = [
    `${process.platform} ${process.arch}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `appending 700 bytes and flushing them to disk: ${figure(quantile(flush, 0.5))} ms at the median, ${figure(quantile(flush, 0.99))} ms at p99`,
    `\`node -e 0\`, from its start to its end: ${figure(nodeStartMs)} ms at the median, which tells how quick the processor is; rows in ms go along with it`,
  ];
  return { lines, nodeStartMs };
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
