import { silentLog } from '../../../src/platform/log.js';
import { PageReplica } from '../../../src/store/engine/sqljs/pages/pageReplica.js';
import { loadSqlJs } from '../../../src/store/engine/sqljs/sqlJsModule.js';
import { realFileSystem } from '../../../src/store/engine/sqljs/storeFileSystem.js';
import type { ApplyAnswer, Engine, WorkerOrder } from './engine.js';
import { statements } from './statements.js';

/**
 * Lets the engine claim, and a second reader of the store apply each of its commits. The reader has read what such a commit changes, so
 * that all of it is applied and nothing is left for later.
 */
export async function applyCommits(order: WorkerOrder, engine: Engine): Promise<ApplyAnswer> {
  const { path: directory, wasmFile, count, warmUp } = order;
  const module = await loadSqlJs(wasmFile);
  await engine.claim();
  const options = { directory, files: realFileSystem, module, schemaVersion: Number.MAX_SAFE_INTEGER, log: silentLog };
  const reader = PageReplica.open({ ...options, isFree: false });
  if (reader === undefined) throw new Error('There is no store.');
  const one = (sql: string, values: readonly (string | number)[]) => reader.connection.run(sql, values).rows[0];
  const repository = String(one(statements.repository, [])?.id);
  const microseconds: number[] = [];
  for (let commit = 0; commit < warmUp + count; commit += 1) {
    const item = one(statements.ready, [repository, Date.now()]);
    one('select * from work_items indexed by work_items_updated where repository_id = ? and updated_at = ?', [
      repository,
      Number(item?.updated_at),
    ]);
    one("select * from work_items where repository_id = ? and status = 'in_flight' order by lease_until desc", [
      repository,
    ]);
    one('select * from events where repository_id = ? order by ts desc, id desc', [repository]);
    one('select * from events where repository_id = ? order by id desc', [repository]);
    one('select * from events where work_item_id = ? order by ts desc, id desc', [String(item?.id)]);
    one("select * from counters where repository_id = ? and name = 'event'", [repository]);
    await engine.claim();
    const before = performance.now();
    reader.catchUp();
    const after = performance.now();
    if (commit >= warmUp) microseconds.push((after - before) * 1000);
  }
  reader.close();
  return { microseconds };
}
