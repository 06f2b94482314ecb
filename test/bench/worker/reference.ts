import { createRequire } from 'node:module';
import type { Engine, WorkerOrder } from './engine.js';
import { countClaimedItems, countClaims, type ItemRow, statements, valuesOfClaim } from './statements.js';

/** What better-sqlite3 and node:sqlite have in common. */
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

interface Statement {
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { readonly changes: number | bigint };
}

/** How long it waits for others before it gives up, ms. */
const busyTimeoutMs = 30_000;
/**
 * SQLite itself, written as one would write it by hand: the tables of our migrations, the statements of our claim, each
 * prepared once, one transaction per claim, WAL with an fsync at each commit.
 */
export function openReference({ path, reference }: WorkerOrder): Engine {
  const database = openDatabase(reference, path);
  // First of all: node:sqlite waits for no one by default, and switching to WAL takes a lock.
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  switchToWal(database);
  database.exec('pragma synchronous = FULL');
  database.exec('pragma foreign_keys = ON');
  const { id: repository } = database.prepare(statements.repository).get() as { id: string };
  const actor = `bench-${process.pid}`;
  const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map(sql => database.prepare(sql));
  const selectReady = database.prepare(statements.ready);
  const selectPage = database.prepare(statements.page);
  const selectOverdue = database.prepare(statements.overdue);
  const update = database.prepare(statements.change);
  const take = database.prepare(statements.takeNumber);
  const insert = database.prepare(statements.insertEvent);
  const selectDependencies = database.prepare(statements.dependencies);

  const claimOnce = (): number | undefined => {
    const now = Date.now();
    const item = selectReady.get(repository, now) as ItemRow | undefined;
    if (selectOverdue.get(repository, now) !== undefined) throw new Error('No claim of this seed has run out.');
    if (item === undefined) return undefined;
    const values = valuesOfClaim(item, actor, now);
    const { changes } = update.run(...values.change);
    if (Number(changes) !== 1) throw new Error(`Item ${item.number} was changed under the lock.`);
    const { value } = take.get(1, repository, 'event') as { value: number };
    insert.run(repository, value, ...values.event);
    selectDependencies.all(item.id);
    return item.number;
  };

  return {
    async claim() {
      begin?.run();
      try {
        const number = claimOnce();
        commit?.run();
        return number;
      } catch (error) {
        rollback?.run();
        throw error;
      }
    },
    async ready(limit) {
      return selectPage.all(repository, Date.now(), limit).map(row => (row as ItemRow).number);
    },
    async audit() {
      const numbers = (sql: string): number[] =>
        database
          .prepare(sql)
          .all()
          .map(row => Number(Object.values(row as object)[0]));
      const [claimedEvents = -1] = numbers(countClaims);
      const [claimedItems = -1] = numbers(countClaimedItems);
      const inFlight = numbers("select number from work_items where status = 'in_flight' order by number");
      const integrity = database.prepare('pragma integrity_check').all();
      const problems = integrity.map(row => String(Object.values(row as object)[0])).filter(line => line !== 'ok');
      return { claimedEvents, claimedItems, itemsInFlight: inFlight.length, inFlight, problems };
    },
    async close() {
      database.close();
    },
  };
}

/** Retries: SQLite does not wait while others switch the same file, whatever its timeout. */
function switchToWal(database: Database): void {
  const end = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.exec('pragma journal_mode = WAL');
      return;
    } catch (error) {
      if (Date.now() > end || !/database is locked/.test(String(error))) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** The SQLite inside the reference, `3.53.2`. */
export function referenceVersion(reference: string): string {
  const database = openDatabase(reference, ':memory:');
  const row = database.prepare('select sqlite_version() as version').get() as { version: string };
  database.close();
  return row.version;
}

function openDatabase(reference: string, path: string): Database {
  const loaded: unknown = createRequire(import.meta.url)(reference);
  const Constructor = (
    reference === 'node:sqlite' ? (loaded as { DatabaseSync: unknown }).DatabaseSync : loaded
  ) as new (
    path: string,
  ) => Database;
  return new Constructor(path);
}
