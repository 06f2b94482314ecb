import type { Log } from '../../../../platform/log.js';
import type { Connection } from '../connection.js';
import { tooNewError } from '../failure.js';
import type { ScannedCommit } from './journalScan.js';
import type { StatementDictionary } from './statementDictionary.js';

/** Memory into which commits of other processes are replayed. */
export interface ReplayTarget {
  readonly connection: Connection;
  readonly dictionary: StatementDictionary;
  readonly schemaVersion: number;
  readonly log: Log;
}

/** A commit changes other rows here than it did at first. */
export class Diverged extends Error {
  constructor(readonly seq: number) {
    super(`commit ${seq} diverged`);
  }
}

/** Replays commits in one transaction. Throws STORE_TOO_NEW and Diverged, with memory unchanged. */
export function applyCommits(
  { connection, dictionary, schemaVersion, log }: ReplayTarget,
  commits: readonly ScannedCommit[],
): void {
  let open = false;
  try {
    for (const { payload, record } of commits) {
      if (payload.kind !== 'commit' && payload.kind !== 'foreign') continue;
      if (payload.v > schemaVersion) throw tooNewError(payload.v, schemaVersion);
      // A complete record of a known version in the chain, but not readable: no reader may skip it.
      if (payload.kind === 'foreign') throw new Diverged(record.seq);
      if (!open) connection.begin();
      open = true;
      let same: boolean;
      try {
        const statements = dictionary.read(payload.statements);
        same =
          statements?.every(([sql, values, rowsChanged]) => connection.run(sql, values).rowsChanged === rowsChanged) ===
          true;
      } catch (error) {
        log.debug(`Commit ${record.seq} cannot be replayed: ${String(error)}`);
        same = false;
      }
      if (!same) throw new Diverged(record.seq);
    }
    if (open) connection.commit();
  } catch (error) {
    if (open) connection.rollback();
    throw error;
  }
}
