/** A thread of its own for one query of a person: an endless one is ended from outside and stops no one else. */
import { parentPort, workerData } from 'node:worker_threads';
import { StoreError } from '../../storeError.js';
import { Connection } from './connection.js';
import type { QueryAnswer, QueryTask } from './queryApart.js';
import { loadSqlJs } from './sqlJsModule.js';

/** What SQLite may take for one query besides the image, in bytes. */
const maxMemory = 256 * 1024 * 1024;

async function answer({ image, wasmFile, sql, limit }: QueryTask): Promise<QueryAnswer> {
  const module = await loadSqlJs(wasmFile);
  const connection = new Connection(module, image);
  // One limit for all of the module, so that it may be set by any of its databases.
  new module.Database().exec(`PRAGMA hard_heap_limit = ${maxMemory}`);
  try {
    return { ok: true, result: connection.query(sql, limit) };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { code, said, hint } = error;
    return { ok: false, code, said, ...(hint === undefined ? {} : { hint }) };
  }
}

parentPort?.postMessage(await answer(workerData as QueryTask));
