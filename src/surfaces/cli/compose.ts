import { fileURLToPath, pathToFileURL } from 'node:url';
import { systemClock } from '../../platform/clock.js';
import { randomIds } from '../../platform/idSource.js';
import type { CliHost } from './cliHost.js';
import type { CliParts } from './session.js';

/**
 * Replaying a journal record costs each command 0.15 ms; a snapshot per 100 commits costs each of them 1.5 ms at 20,000 items.
 */
export const shortJournal = { bytes: 512 * 1024, closeRecords: 100 } as const;

/** Wires up the program: the only place of this surface that names an engine. */
export function composeCli(
  { programFile }: Pick<CliHost, 'programFile'>,
  parts: Pick<CliParts, 'operations' | 'own' | 'texts' | 'streams' | 'serveMcp'>,
): CliParts {
  return {
    ...parts,
    openStore: async (directory, host, log, limits) => {
      const { openSqljsStore } = await import('../../store/engine/sqljs/openSqljsStore.js');
      return openSqljsStore({
        directory,
        wasmFile: host.wasmFile,
        queryWorker: fileURLToPath(new URL('./queryWorker.mjs', pathToFileURL(programFile))),
        clock: systemClock,
        ids: randomIds,
        log,
        mode: 'sync',
        checkpoint: shortJournal,
        ...limits,
      });
    },
  };
}
