import { forgoWasmOptimiser } from '../../platform/wasmTiering.js';
import { lateTextFor, operationsFor } from './operationGroups.js';
import { runProcess } from './runProcess.js';

/**
 * Runs the command line of this process and ends it. `programUrl` is the address of the program's file; `mayTune` says that
 * V8's settings may change, which must not be while what it compiles is to be kept.
 */
export async function runProgram(programUrl: string, mayTune: boolean): Promise<void> {
  const args = process.argv.slice(2);
  if (mayTune) forgoWasmOptimiser();
  const [operations, lateText] = await Promise.all([operationsFor(args), lateTextFor(args)]);
  await runProcess(programUrl, args, operations, lateText);
}
