import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './bench.js';
import { NotHere } from './measure.js';

/** Path of a built program in dist, for example `cli.mjs`. */
export function builtFile(bench: Bench, name: string): string {
  const file = join(bench.root, 'dist', name);
  if (!existsSync(file)) throw new NotHere(`dist/${name} is not built`);
  return file;
}
