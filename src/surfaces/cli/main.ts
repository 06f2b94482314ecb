#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { KeptCode, keptCodeFolder } from './keptCode.js';
import type { runQuick } from './quick.js';

const [first, second] = process.argv.slice(2);
const isWaitedFor = first === 'queue' || ['hooks run', 'lane may-edit'].includes(`${first} ${second}`);
const quick = isWaitedFor ? loadQuick() : undefined;
if (quick === undefined) {
  // Half of a short command is reading code: newer Nodes keep what they compiled, below the system's temporary folder.
  module.enableCompileCache?.();
  const { runProgram } = await import('./program.js');
  await runProgram(import.meta.url);
} else await quick();

/** The program in one file; undefined where that is not to be had, and then the whole of it does the same. */
function loadQuick(): (() => Promise<void>) | undefined {
  const folder = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : keptCodeFolder();
  const code = new KeptCode(folder);
  try {
    const { runQuick: run } = code.load(fileURLToPath(new URL('./quick.cjs', import.meta.url))) as {
      runQuick: typeof runQuick;
    };
    const mayTune = !code.isFresh;
    process.once('exit', () => code.keep());
    return () => run(import.meta.url, mayTune);
  } catch {
    return undefined;
  }
}
