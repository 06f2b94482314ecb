import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AnyOperation } from '../../operations/operation.js';
import { systemClock } from '../../platform/clock.js';
import { randomIds } from '../../platform/idSource.js';
import { openSqljsStore } from '../../store/engine/sqljs/openSqljsStore.js';
import type { CliHost } from './cliHost.js';
import type { LateText } from './format/resultText.js';
import type { CliParts } from './session.js';

/**
 * A command opens the store anew, and replaying one record of the journal costs it 0.15 ms, so it leaves short journals
 * behind: a new snapshot every hundred commits costs each of them 1.5 ms at 20,000 items.
 */
export const shortJournal = { bytes: 512 * 1024, closeRecords: 100 } as const;

/** The parts that the program is made of: the one place of this surface that names an engine. */
export function composeCli(
  { programFile }: Pick<CliHost, 'programFile'>,
  operations: readonly AnyOperation[],
  lateText?: LateText,
): CliParts {
  return {
    operations,
    lateText,
    openStore: (directory, host, log) =>
      openSqljsStore({
        directory,
        wasmFile: host.wasmFile,
        queryWorker: fileURLToPath(new URL('./queryWorker.mjs', pathToFileURL(programFile))),
        clock: systemClock,
        ids: randomIds,
        log,
        mode: 'sync',
        checkpoint: shortJournal,
      }),
    async serveMcp(args) {
      const server = new URL('./mcp.mjs', pathToFileURL(programFile));
      process.argv = [process.argv[0] ?? process.execPath, server.pathname, ...args];
      await import(server.href);
      // The server ends the process itself when its client is gone.
      return new Promise<number>(() => undefined);
    },
  };
}
