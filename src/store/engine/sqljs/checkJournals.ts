import { latestVersion } from '../../migrations/migration.js';
import type { CheckReport } from '../../store.js';
import { archiveProblems } from './archivesInCopy.js';
import { appliedSteps } from './before/loadGeneration.js';
import { Replica } from './before/replica.js';
import { countRows, emptyReport } from './checkReport.js';
import { sameContent } from './sameContent.js';
import type { SqlJsModule } from './sqlJsModule.js';
import type { StoreOptions } from './sqljsStore.js';

/** Loads a store of journals a second time from disk and compares, so that memory cannot vouch for itself. */
export function checkJournals(live: Replica, options: StoreOptions, module: SqlJsModule): CheckReport {
  const { directory, files, log, migrations } = options;
  const problems: string[] = [];
  const schemaVersion = latestVersion(migrations);
  const fresh = Replica.open({ directory, files, module, schemaVersion, log });
  if (fresh === undefined) return { ...emptyReport, ok: false, problems: ['The store’s files have disappeared.'] };
  try {
    live.catchUp();
    const isLost = fresh.damage?.lost !== undefined;
    if (fresh.degraded !== undefined && !isLost) problems.push(fresh.degraded);
    if (isLost) problems.push(fresh.corruption().message);
    else if (fresh.damage !== undefined) {
      problems.push(
        fresh.damage.kind === 'torn'
          ? `An unfinished write of ${fresh.damage.bytes} bytes was found after commit ${fresh.position.seq}; the next write moves it aside.`
          : `The journal is damaged after commit ${fresh.position.seq}, and more commits follow the damage.`,
      );
    }
    problems.push(...fresh.connection.integrityProblems());
    const brokenArchives = archiveProblems(fresh.connection, directory, files);
    problems.push(...brokenArchives);
    const comparable =
      fresh.position.seq === live.position.seq &&
      fresh.position.generation === live.position.generation &&
      // A process that has not written, or may not, brings an older schema up to date in memory alone.
      appliedSteps(fresh.connection).size === appliedSteps(live.connection).size;
    if (comparable && !sameContent(fresh.connection, live.connection)) {
      problems.push('Memory and disk differ at the same commit; the state on disk is used.');
      live.reload();
    }
    return {
      ok: problems.length === 0,
      problems,
      brokenArchives: brokenArchives.length,
      generation: fresh.position.generation,
      commits: fresh.position.seq,
      journalBytes: fresh.position.offset,
      snapshotBytes: fresh.snapshot.size,
      workItems: countRows(fresh.connection, 'work_items'),
      events: countRows(fresh.connection, 'events'),
    };
  } finally {
    fresh.close();
  }
}
