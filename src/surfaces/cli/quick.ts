import { hooksRun } from '../../operations/hooks/hooksRun.js';
import { laneMayEdit } from '../../operations/lane/laneMayEdit.js';
import type { AnyOperation } from '../../operations/operation.js';
import { queueOperations } from '../../operations/queue/queueOperations.js';
import { forgoWasmOptimiser } from '../../platform/wasmTiering.js';
import { runProcess } from './runProcess.js';

/** Operations of the groups that are waited for, by the first word of a command line. */
const groups: Readonly<Record<string, readonly AnyOperation[]>> = {
  hooks: [hooksRun],
  lane: [laneMayEdit],
  queue: queueOperations,
};

/**
 * The program in one file, for what is waited for most: git waits for a hook with every commit and push, an agent for the
 * queue with every item and for leave with every edit. `mayTune` says that V8's settings may change, which must be so as long as its code is to be kept.
 */
export async function runQuick(programUrl: string, mayTune: boolean): Promise<void> {
  const args = process.argv.slice(2);
  if (mayTune) forgoWasmOptimiser();
  await runProcess(programUrl, args, groups[args[0] ?? ''] ?? []);
}
