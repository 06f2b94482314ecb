#!/usr/bin/env node
import { hooksRun } from '../../operations/hooks/hooksRun.js';
import type { AnyOperation } from '../../operations/operation.js';
import { forgoWasmOptimiser } from '../../platform/wasmTiering.js';
import { composeCli } from './compose.js';
import { processHost } from './processHost.js';
import { runCli } from './runCli.js';

forgoWasmOptimiser();
const host = processHost(import.meta.url);
const args = process.argv.slice(2);
operationsFor(args)
  .then(operations => runCli(args, host, composeCli(host, operations)))
  .then(code => host.end(code));

/** Git waits for a hook with every commit: it is not made to wait for what all the others are. */
async function operationsFor([group, verb]: readonly string[]): Promise<readonly AnyOperation[]> {
  if (group === 'hooks' && verb === 'run') return [hooksRun];
  return (await import('../../operations/catalogue.js')).catalogue;
}
