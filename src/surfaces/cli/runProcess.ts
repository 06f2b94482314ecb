import type { AnyOperation } from '../../operations/operation.js';
import { composeCli } from './compose.js';
import type { LateText } from './format/resultText.js';
import { processHost } from './processHost.js';
import { runCli } from './runCli.js';

/** Runs a command line with these operations in this process and ends it; `programUrl` is the address of its file. */
export async function runProcess(
  programUrl: string,
  args: readonly string[],
  operations: readonly AnyOperation[],
  lateText?: LateText,
): Promise<void> {
  const host = processHost(programUrl);
  host.end(await runCli(args, host, composeCli(host, operations, lateText)));
}
