/** Runs one query on its own thread: an endless one is ended from outside and blocks nothing else. */
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

/** SQLite's memory for one query besides the image, bytes. */
const maxMemory = 256 * 1024 * 1024;

async function answer({ source, wasmFile, sql, limit }: QueryTask): Promise<QueryAnswer> {
  const module = await loadSqlJs(wasmFile);
  try {
    const { replica, connection } = opened(source, module);
    // The limit is per module, so any of its databases can set it.
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
  // The folder may have been moved since the query was handed over.
  if (replica === undefined) throw new VanishedError(source.directory);
  return { replica, connection: () => replica.connection };
}

parentPort?.postMessage(await answer(workerData as QueryTask));
