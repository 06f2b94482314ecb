import { hooksRun } from '../../operations/hooks/hooksRun.js';
import { queueOperations } from '../../operations/queue/queueOperations.js';
import { forgoWasmOptimiser } from '../../platform/wasmTiering.js';
import { runProcess } from './runProcess.js';

/**
 * The program in one file, for what is waited for most: git waits for a hook with every commit and push, an agent for the
 * queue with every item. `mayTune` says that V8's settings may change, which must be so as long as its code is to be kept.
 */
export async function runQuick(programUrl: string, mayTune: boolean): Promise<void> {
  const args = process.argv.slice(2);
  if (mayTune) forgoWasmOptimiser();
  await runProcess(programUrl, args, args[0] === 'hooks' ? [hooksRun] : queueOperations);
}
