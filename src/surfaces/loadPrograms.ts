import { fileURLToPath } from 'node:url';
import { KeptCode, keptCodeFolder } from '../platform/keptCode.js';
import type * as programs from './programs.js';

/** The programs, and what is to be kept of their code. */
export interface LoadedPrograms {
  readonly programs: typeof programs;
  readonly kept: KeptCode;
}

/** Loads `program.cjs` from beside an entry, with what V8 compiled of it in an earlier run of the same `use`. */
export function loadPrograms(entryUrl: string, use: string): LoadedPrograms {
  const kept = new KeptCode(keptCodeFolder());
  return { programs: kept.load(fileURLToPath(new URL('./program.cjs', entryUrl)), use) as typeof programs, kept };
}
