import { forgoWasmOptimiser } from '../../platform/wasmTiering.js';
import { lateTextFor, operationsFor } from './operationGroups.js';
import { runProcess } from './runProcess.js';

/** Runs the command line of this process and ends it; `programUrl` is the address of the program's file. */
export async function runProgram(programUrl: string): Promise<void> {
  const args = process.argv.slice(2);
  const [operations, lateText] = await Promise.all([operationsFor(args), lateTextFor(args)]);
  forgoWasmOptimiser();
  await runProcess(programUrl, args, operations, lateText);
}
