import { fileURLToPath } from 'node:url';
import { CodeCache, codeCacheFolder } from '../platform/codeCache.js';
import type * as programs from './programs.js';

export interface LoadedPrograms {
  readonly programs: typeof programs;
  readonly kept: CodeCache;
}

/** Loads `program.cjs` from beside an entry, with the V8 code cache of an earlier run of the same `use`. */
export function loadPrograms(entryUrl: string, use: string): LoadedPrograms {
  const kept = new CodeCache(codeCacheFolder());
  return { programs: kept.load(fileURLToPath(new URL('./program.cjs', entryUrl)), use) as typeof programs, kept };
}
