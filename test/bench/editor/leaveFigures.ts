import { renameSync, writeFileSync } from 'node:fs';
import type { Attempt } from './figures.js';

/** Leaves what was found, or why nothing was, in the file that the environment names; it is whole when it appears. */
export function leaveFigures(found: Attempt<unknown>): void {
  const file = process.env.STATEROOM_BENCH_FIGURES ?? '';
  writeFileSync(`${file}.part`, JSON.stringify(found));
  renameSync(`${file}.part`, file);
}
