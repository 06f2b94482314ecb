import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { figure } from './measure.js';
import { quantile } from './statistics.js';

/** What the figures depend on, without a name or a date. */
export function describeMachine(folder: string): readonly string[] {
  const flush = flushTimes(join(folder, 'flush'));
  return [
    `${process.platform} ${process.arch}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `appending 700 bytes and flushing them to disk: ${figure(quantile(flush, 0.5))} ms at the median, ${figure(quantile(flush, 0.99))} ms at p99`,
  ];
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
