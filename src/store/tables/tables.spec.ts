import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  openPostgresCompiler,
  openSpiedDatabase,
  type SpiedDatabase,
  spiedRepository,
} from '../../../test/support/spiedDatabase.js';
import { rowTime as now, workItemRow } from '../../../test/support/workItemRow.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { type RecordName, records } from '../../domain/records.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Transaction } from '../store.js';
import { bindTables } from './tables.js';

let database: SpiedDatabase;
let tx: Transaction;
beforeEach(async () => {
  database = await openSpiedDatabase();
  tx = bindTables(database.db, spiedRepository, () => new Map());
});

const actor = { role: 'agent', name: 'codex' } as const;
const heartbeats = new Map<string, number>();
const row = (number: number, change: Partial<WorkItemRow> = {}): WorkItemRow =>
  workItemRow({ id: `id-${number}`, number, ...change });

describe('inserting rows', () => {
  it.each([0, 1, 9, 10, 11, 99, 100, 111, 213])('writes %i rows, each as it was given', async count => {
    const rows = Array.from({ length: count }, (_, index) =>
      row(index + 1, { title: `item ${index}`, key: `key-${index}` }),
    );
    await tx.workItems.insert(rows);
    const stored = await database.db.selectFrom('work_items').selectAll().orderBy('number').execute();
    expect(stored).toEqual(rows.map(each => ({ ...each, repository_id: spiedRepository })));
  });
});

describe('the statement that inserts a record', () => {
  it.each(Object.keys(records) as RecordName[])('has all columns of the table in their order: %s', async name => {
    const { db, taken } = openPostgresCompiler();
    await bindTables(db, spiedRepository, () => new Map())[name].insert([{} as never]);
    const [, table, columns] = /^insert into "(\w+)" \(([^)]*)\)/.exec(taken()[0]?.sql ?? '') ?? [];
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table}) order by cid`.execute(
      database.db,
    );
    expect(columns).toBe(rows.map(column => `"${column.name}"`).join(', '));
  });
});

describe('counters', () => {
  it('hand out numbers from 1 without a gap, each counter its own', async () => {
    expect(await tx.workItems.takeNumbers(1)).toBe(1);
    expect(await tx.workItems.takeNumbers(5)).toBe(2);
    expect(await tx.workItems.takeNumbers(1)).toBe(7);
    expect(await tx.events.append([newEvent(actor, now, 'a', null, {}), newEvent(actor, now, 'b', null, {})])).toBe(1);
    expect(await tx.events.append([newEvent(actor, now, 'c', null, {})])).toBe(3);
    expect(await tx.events.lastId()).toBe(3);
  });
});

describe('changing a row', () => {
  it('changes it only as long as it is as it was read', async () => {
    await tx.workItems.insert([row(1)]);
    const read = await tx.workItems.find({ by: 'number', number: 1 });
    if (read === undefined) throw new Error('The row is not there.');
    const changed = await tx.workItems.change(read, { title: 'new', updated_at: now + 1 });
    expect(changed).toEqual({ ...read, title: 'new', updated_at: now + 1, revision: 2 });
    expect(await tx.workItems.find({ by: 'number', number: 1 })).toEqual(changed);
    expect(await tx.workItems.change(read, { title: 'late' })).toBeUndefined();
    expect((await tx.workItems.find({ by: 'number', number: 1 }))?.title).toBe('new');
  });
});

describe('repositories of others', () => {
  it('are not seen', async () => {
    await database.db.insertInto('repositories').values({ id: 'theirs', created_at: 0 }).execute();
    const theirs = bindTables(database.db, 'theirs', () => new Map());
    await theirs.workItems.insert([row(1, { key: 'shared' })]);
    await theirs.events.append([newEvent(actor, now, 'note', 'id-1', {})]);
    expect(await tx.workItems.find({ by: 'number', number: 1 })).toBeUndefined();
    expect(await tx.workItems.find({ by: 'key', key: 'shared' })).toBeUndefined();
    expect(await tx.workItems.find({ by: 'ulid', ulid: 'id-1' })).toBeUndefined();
    expect(await tx.workItems.ready({ now, heartbeats }, 5)).toEqual([]);
    expect(await tx.workItems.list({ now, heartbeats, order: 'updated', limit: 5 })).toEqual([]);
    expect((await tx.workItems.counts(now, heartbeats)).ready).toBe(0);
    expect(await tx.workItems.openPlaces(2)).toEqual([]);
    expect(await tx.events.list({}, 'newest', 5)).toEqual([]);
    expect(await tx.events.lastId()).toBe(0);
    expect((await tx.workItems.known([{ by: 'key', key: 'shared' }])).size).toBe(0);
    expect(await theirs.workItems.ready({ now, heartbeats }, 5)).toHaveLength(1);
  });
});

describe('reads that must stay quick in a large store', () => {
  const list = { now, heartbeats, limit: 200 } as const;
  const queuePlace = { ended: 0, priority: 2, rank: 0, due_sort: 1, number: 5, updated_at: now };

  it.each<[string, () => Promise<unknown>, string]>([
    ['what next takes', () => tx.workItems.ready({ now, heartbeats }, 1), 'work_items_ready'],
    ['what next takes of a kind', () => tx.workItems.ready({ now, heartbeats, kind: 'bug' }, 1), 'work_items_ready'],
    ['what next takes with a label', () => tx.workItems.ready({ now, heartbeats, label: 'ui' }, 1), 'work_items_ready'],
    ['a page of the ready', () => tx.workItems.ready({ now, heartbeats }, 50, queuePlace), 'work_items_ready'],
    ['the blocked', () => tx.workItems.list({ ...list, section: 'blocked', order: 'queue' }), 'work_items_blocked'],
    ['the scheduled', () => tx.workItems.list({ ...list, section: 'scheduled', order: 'queue' }), 'work_items_ready'],
    [
      'what needs a person',
      () => tx.workItems.list({ ...list, section: 'needs_you', order: 'queue' }),
      'work_items_waiting',
    ],
    ['the ended', () => tx.workItems.list({ ...list, section: 'done', order: 'updated' }), 'work_items_updated'],
    ['all', () => tx.workItems.list({ ...list, order: 'updated' }), 'work_items_updated'],
    ['those of a kind', () => tx.workItems.list({ ...list, kind: 'bug', order: 'updated' }), 'work_items_updated'],
    ['those of an owner', () => tx.workItems.list({ ...list, owner: 'codex', order: 'updated' }), 'work_items_updated'],
    [
      'a later page of all',
      () => tx.workItems.list({ ...list, order: 'updated', after: queuePlace }),
      'work_items_updated',
    ],
    [
      'all in the order of creation',
      () => tx.workItems.list({ ...list, order: 'created' }),
      'sqlite_autoindex_work_items_2',
    ],
    ['the tail', () => tx.events.list({}, 'newest', 50), 'events_time'],
    ['events since a time', () => tx.events.list({ from: now }, 'oldest', 50), 'events_time'],
    ['events after an id', () => tx.events.list({ afterId: 4 }, 'commit', 50), 'sqlite_autoindex_events_1'],
    ['events of an item', () => tx.events.list({ workItemId: 'id-1' }, 'newest', 20), 'events_work_item'],
  ])('%s is one seek, in order as it lies', async (_name, read, index) => {
    await read();
    // Whether any claim has run out is asked apart.
    const first = database.taken().find(text => !text.startsWith('select (select "lease_until"')) ?? '';
    const plan = database.planOf(first).join('\n');
    expect(plan).toContain(`USING INDEX ${index} `);
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN/);
  });

  it('asks the index alone whether a claim has run out', async () => {
    await tx.workItems.ready({ now, heartbeats }, 1);
    const [, second = ''] = database.taken();
    expect(database.planOf(second)).toEqual([
      'SCAN CONSTANT ROW',
      'SCALAR SUBQUERY 1',
      'SEARCH work_items USING COVERING INDEX work_items_claimed (repository_id=? AND lease_until>?)',
      'SCALAR SUBQUERY 2',
      'SEARCH work_items USING COVERING INDEX work_items_claimed (repository_id=? AND lease_until>?)',
    ]);
  });

  it('asks one question for the dependencies of a page', async () => {
    await tx.workItems.insert([row(1), row(2), row(3)]);
    await tx.dependencies.insert([
      { work_item_id: 'id-3', depends_on_id: 'id-2', created_at: now },
      { work_item_id: 'id-3', depends_on_id: 'id-1', created_at: now },
      { work_item_id: 'id-2', depends_on_id: 'id-1', created_at: now },
    ]);
    database.taken();
    const found = await tx.dependencies.of(['id-1', 'id-2', 'id-3']);
    expect(database.taken()).toHaveLength(1);
    expect([...found].map(([id, edges]) => [id, edges.map(edge => edge.number)]).sort()).toEqual([
      ['id-2', [1]],
      ['id-3', [1, 2]],
    ]);
  });

  it('does not make SQLite prepare the statement of next for every call', async () => {
    await tx.workItems.ready({ now, heartbeats, kind: 'bug' }, 1);
    const [first = ''] = database.taken();
    // A bound value in `= ?` beside ORDER BY, or in LIMIT, would.
    expect(first).not.toMatch(/(repository_id|kind)" = \?|limit \?/);
  });
});

describe('the same statements for PostgreSQL', () => {
  it('compile, with values as parameters', async () => {
    const { db, taken } = openPostgresCompiler();
    const pg = bindTables(db, spiedRepository, () => new Map());
    await pg.workItems.insert([row(1)]);
    await pg.workItems.change(row(1), { title: 'x', updated_at: now });
    await pg.workItems.ready({ now, heartbeats, kind: 'bug', label: 'ui' }, 1);
    await pg.workItems.known([
      { by: 'key', key: 'a' },
      { by: 'number', number: 1 },
    ]);
    for (const order of ['updated', 'queue', 'created', 'open'] as const) {
      for (const section of ['ready', 'in_flight', 'done', 'blocked', 'scheduled', 'needs_you'] as const) {
        await pg.workItems.list({
          now,
          heartbeats: new Map([['id-1.1', now + 1]]),
          section,
          order,
          limit: 5,
          text: 'a',
          owner: 'b',
          kind: 'c',
          labels: ['d', 'e'],
          priority: 1,
        });
      }
    }
    await pg.workItems.setRanks([{ number: 1, rank: 0.5 }]);
    await pg.dependencies.insert([{ work_item_id: 'id-1', depends_on_id: 'id-2', created_at: now }]);
    await pg.dependencies.throughParents(['id-1']);
    await pg.dependencies.dependentsOf('id-1');
    await pg.dependencies.reachableFrom(['id-1']);
    await pg.dependencies.recount(['id-1']);
    await pg.dependencies.recountBeside('id-1');
    await pg.dependencies.recountBlockedParts();
    await pg.workItems.subtreeOf('id-1');
    await pg.dependencies.remove('id-1', ['id-2']);
    await pg.events.list({ type: 'a', actor: 'b', from: 0, to: 1, afterId: 2, workItemId: 'c' }, 'newest', 5, {
      ts: 1,
      id: 2,
    });
    const statements = taken();
    expect(statements.length).toBeGreaterThan(25);
    for (const { sql, parameters } of statements) {
      expect(sql).not.toContain('?');
      expect(new Set(sql.match(/\$\d+/g) ?? []).size).toBe(parameters.length);
      expect(parameters.every(value => value === null || typeof value === 'string' || typeof value === 'number')).toBe(
        true,
      );
    }
  });
});
