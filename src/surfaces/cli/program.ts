import { forgoWasmOptimiser } from '../../platform/wasmTiering.js';
import { composeCli } from './compose.js';
import { partsFor } from './operationGroups.js';
import { processHost } from './processHost.js';
import { runCli } from './runCli.js';
import type { CliParts } from './session.js';

/** `mayTune` allows changing V8 settings, which must not happen while compiled code is to be cached. */
export async function runProgram(entryUrl: string, mayTune: boolean, serveMcp: CliParts['serveMcp']): Promise<void> {
  const args = process.argv.slice(2);
  if (mayTune) forgoWasmOptimiser();
  const parts = await partsFor(args);
  const host = processHost(entryUrl);
  host.end(await runCli(args, host, composeCli(host, { ...parts, serveMcp })));
}
