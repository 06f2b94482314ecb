import { silentLog } from '../../../src/platform/log.js';
import { PageReplica } from '../../../src/store/engine/sqljs/pages/pageReplica.js';
import { loadSqlJs } from '../../../src/store/engine/sqljs/sqlJsModule.js';
import { realFileSystem } from '../../../src/store/engine/sqljs/storeFileSystem.js';
import type { ApplyAnswer, Engine, WorkerOrder } from './engine.js';
import { statements } from './statements.js';

/** Commits that are applied at a time: as many as a process makes while it has its turn. */
const together = 20;

/**
 * Lets the engine claim, and a second reader of the store apply its commits: one alone, then some together. The reader has read what such
 * a commit changes, so that all of it is applied and nothing is left for later.
 */
export async function applyCommits(order: WorkerOrder, engine: Engine): Promise<ApplyAnswer> {
  const { path: directory, wasmFile, count, warmUp } = order;
  const module = await loadSqlJs(wasmFile);
  await engine.claim();
  const options = { directory, files: realFileSystem, module, schemaVersion: Number.MAX_SAFE_INTEGER, log: silentLog };
  const reader = PageReplica.open({ ...options, isFree: false });
  if (reader === undefined) throw new Error('There is no store.');
  const apply = async (commits: number): Promise<number> => {
    readChanged(reader);
    for (let commit = 0; commit < commits; commit += 1) await engine.claim();
    const before = performance.now();
    reader.catchUp();
    return ((performance.now() - before) * 1000) / commits;
  };
  for (let commit = 0; commit < warmUp; commit += 1) await apply(1);
  const answer: { alone: number[]; together: number[] } = { alone: [], together: [] };
  for (let round = 0; round < count; round += 1) {
    answer.alone.push(await apply(1));
    answer.together.push(await apply(together));
  }
  reader.close();
  return answer;
}

/** Reads the rows beside which the next claim writes, by each index that it changes. */
function readChanged({ connection }: PageReplica): void {
  const one = (sql: string, values: readonly (string | number)[]) => connection.run(sql, values).rows[0];
  const repository = String(one(statements.repository, [])?.id);
  const item = one(statements.ready, [repository, Date.now()]);
  for (const order of ['updated_at', 'number', 'lease_until']) {
    one(`select * from work_items where repository_id = ? and status = 'in_flight' order by ${order} desc limit 1`, [
      repository,
    ]);
  }
  for (const order of ['ts', 'id']) {
    one(`select * from events where repository_id = ? order by ${order} desc limit 1`, [repository]);
  }
  one('select * from work_items where id = ?', [String(item?.id)]);
  one('select * from events where work_item_id = ? order by ts desc, id desc limit 1', [String(item?.id)]);
  one("select * from counters where repository_id = ? and name = 'event'", [repository]);
}
