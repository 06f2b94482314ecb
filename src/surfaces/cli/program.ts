import { forgoWasmOptimiser } from '../../platform/wasmTiering.js';
import { composeCli } from './compose.js';
import { operationsFor } from './operationGroups.js';
import { processHost } from './processHost.js';
import { runCli } from './runCli.js';

/** Runs the command line of this process and ends it; `programUrl` is the address of the program's file. */
export async function runProgram(programUrl: string): Promise<void> {
  forgoWasmOptimiser();
  const host = processHost(programUrl);
  const args = process.argv.slice(2);
  host.end(await runCli(args, host, composeCli(host, await operationsFor(args))));
}
