import { createRequire } from 'node:module';
import type { Engine, WorkerOrder } from './engine.js';

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

interface ItemRow {
  readonly id: string;
  readonly number: number;
  readonly token: number;
  readonly revision: number;
  readonly title: string;
}

/** As an agent's claim has it, ms. */
const leaseMs = 15 * 60 * 1000;
/** How long it waits for others before it gives up, ms. */
const busyTimeoutMs = 30_000;
// As our own: equality as `in (?)` and a literal limit, since SQLite prepares again for each value of the other forms.
const order = 'order by priority, rank, due_sort, number';
const ready = `select * from work_items where repository_id in (?) and status = 'pending' and open_dependencies = 0
  and (not_before is null or not_before <= ?) ${order}`;
const overdue = `select lease_until from work_items where repository_id = ? and status = 'in_flight'
  and lease_until <= ? limit 1`;
const change = `update work_items set status = ?, owner = ?, owner_role = ?, token = ?, lease_until = ?, claimed_at = ?,
  updated_at = ?, revision = ? where id = ? and revision = ?`;
const takeNumber = 'update counters set value = value + ? where repository_id = ? and name = ? returning value';
const dependencies = `select edge.work_item_id, edge.depends_on_id, target.number, target.title, target.status
  from work_item_dependencies as edge inner join work_items as target on target.id = edge.depends_on_id
  where edge.work_item_id = ?`;
const insertEvent = `insert into events (repository_id, id, ts, type, actor, role, harness, model, session, lane,
  work_item_id, payload) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

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
  const { id: repository } = database.prepare('select id from repositories').get() as { id: string };
  const actor = `bench-${process.pid}`;
  const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map(sql => database.prepare(sql));
  const selectReady = database.prepare(`${ready} limit 1`);
  const selectPage = database.prepare(`${ready} limit ?`);
  const selectOverdue = database.prepare(overdue);
  const update = database.prepare(change);
  const take = database.prepare(takeNumber);
  const insert = database.prepare(insertEvent);
  const selectDependencies = database.prepare(dependencies);

  const claimOnce = (): number | undefined => {
    const now = Date.now();
    const item = selectReady.get(repository, now) as ItemRow | undefined;
    if (selectOverdue.get(repository, now) !== undefined) throw new Error('No claim of this seed has run out.');
    if (item === undefined) return undefined;
    const { changes } = update.run(
      'in_flight',
      actor,
      'agent',
      item.token + 1,
      now + leaseMs,
      now,
      now,
      item.revision + 1,
      item.id,
      item.revision,
    );
    if (Number(changes) !== 1) throw new Error(`Item ${item.number} was changed under the lock.`);
    const { value } = take.get(1, repository, 'event') as { value: number };
    const payload = JSON.stringify({ status: 'in_flight', token: item.token + 1, leaseUntil: now + leaseMs });
    const event = [repository, value, now, 'work_item_claimed', actor, 'agent', 'bench', null, null, null];
    insert.run(...event, item.id, payload);
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
    async hold(taken) {
      begin?.run();
      taken();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      throw new Error('The holder was woken.');
    },
    async audit() {
      const numbers = (sql: string): number[] =>
        database
          .prepare(sql)
          .all()
          .map(row => Number(Object.values(row as object)[0]));
      const [claimedEvents = -1] = numbers("select count(*) from events where type = 'work_item_claimed'");
      const [claimedItems = -1] = numbers(
        "select count(distinct work_item_id) from events where type = 'work_item_claimed'",
      );
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
