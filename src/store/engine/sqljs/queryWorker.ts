/** A thread of its own for one query of a person: an endless one is ended from outside and stops no one else. */
import { parentPort, workerData } from 'node:worker_threads';
import { silentLog } from '../../../platform/log.js';
import { StoreError } from '../../storeError.js';
import { Connection } from './connection.js';
import { VanishedError } from './failure.js';
import { onWholePages } from './pages/onWholePages.js';
import { PageReplica } from './pages/pageReplica.js';
import type { QueryAnswer, QuerySource, QueryTask } from './queryApart.js';
import { loadSqlJs, type SqlJsModule } from './sqlJsModule.js';
import { realFileSystem } from './storeFileSystem.js';

/** What SQLite may take for one query besides the image, in bytes. */
const maxMemory = 256 * 1024 * 1024;

async function answer({ source, wasmFile, sql, limit }: QueryTask): Promise<QueryAnswer> {
  const module = await loadSqlJs(wasmFile);
  try {
    const { replica, connection } = opened(source, module);
    // One limit for all of the module, so that it may be set by any of its databases.
    new module.Database().exec(`PRAGMA hard_heap_limit = ${maxMemory}`);
    const result = await onWholePages(
      () => replica,
      async () => connection().query(sql, limit),
    );
    return { ok: true, result };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { code, said, hint } = error;
    return { ok: false, code, said, ...(hint === undefined ? {} : { hint }) };
  }
}

function opened(source: QuerySource, module: SqlJsModule): { replica?: PageReplica; connection(): Connection } {
  if ('image' in source) {
    const connection = new Connection(module, source.image);
    return { connection: () => connection };
  }
  const options = { ...source, files: realFileSystem, module, log: silentLog, isFree: false };
  const replica = PageReplica.open(options);
  // It was there when the query was handed over; the folder may have been moved since.
  if (replica === undefined) throw new VanishedError(source.directory);
  return { replica, connection: () => replica.connection };
}

parentPort?.postMessage(await answer(workerData as QueryTask));
