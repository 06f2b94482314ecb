import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  openPostgresCompiler,
  openSpiedDatabase,
  type SpiedDatabase,
  spiedRepository,
} from '../../../test/support/spiedDatabase.js';
import { workItemRow } from '../../../test/support/workItemRow.js';
import { workItemStatuses } from '../../domain/workItem/workItemStatus.js';
import { countThroughParents } from './0012countThroughParents.js';
import { migrations } from './migrations.generated.js';

let database: SpiedDatabase;
beforeAll(async () => {
  database = await openSpiedDatabase();
});

let number = 100;
/** Inserts a row that is right but for what a test changes. */
function insert(change: Record<string, unknown>): Promise<unknown> {
  number += 1;
  const row = { ...workItemRow({ id: `id-${number}`, number }), repository_id: spiedRepository, ...change };
  return database.db.insertInto('work_items').values(row).execute();
}

describe('the schema', () => {
  it('counts its versions without a gap, those of compatible steps downwards', () => {
    const versions = migrations.map(({ version }) => version);
    expect(versions).toEqual([1, 2, 3, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13]);
  });

  it('has the tables and indexes that the reads count on', async () => {
    const names = async (type: string) => {
      const { rows } = await sql<{
        name: string;
      }>`select name from sqlite_master where type = ${type} and name not like 'sqlite_%' order by name`.execute(
        database.db,
      );
      return rows.map(row => row.name);
    };
    expect(await names('table')).toEqual([
      'agent_permissions',
      'agent_sessions',
      'agent_usage',
      'agent_words',
      'archived_keys',
      'archives',
      'attempts',
      'blockers',
      'compaction_settings',
      'compactions',
      'control_shifts',
      'counters',
      'decisions',
      'events',
      'evidence',
      'findings',
      'lane_dependencies',
      'lanes',
      'message_cursors',
      'messages',
      'next_actions',
      'plan_cursors',
      'plans',
      'repositories',
      'review_runs',
      'run_entries',
      'runs',
      'schema_migrations',
      'slices',
      'tasks',
      'touched_files',
      'work_item_dependencies',
      'work_items',
      'worker_reports',
      'workers',
    ]);
    expect(await names('index')).toEqual([
      'agent_sessions_ended',
      'agent_sessions_lane',
      'agent_sessions_unfinished',
      'blockers_task',
      'compactions_task',
      'control_shifts_open',
      'decisions_task',
      'events_task',
      'events_time',
      'events_work_item',
      'evidence_task',
      'evidence_tree',
      'findings_fingerprint',
      'findings_key',
      'findings_path',
      'findings_status',
      'findings_task_status',
      'lane_dependencies_after',
      'lanes_status',
      'messages_recipient',
      'next_actions_task',
      'review_runs_subject',
      'review_runs_task',
      'run_entries_run',
      'runs_status',
      'slices_task',
      'tasks_status',
      'touched_files_task',
      'work_item_dependencies_depends_on',
      'work_items_blocked',
      'work_items_claimed',
      'work_items_parent',
      'work_items_ready',
      'work_items_task',
      'work_items_updated',
      'work_items_waiting',
      'worker_reports_lane',
    ]);
  });

  it('takes each of the six statuses and no other', async () => {
    for (const status of workItemStatuses) await insert({ status, owner: 'codex' });
    await expect(insert({ status: 'bogus' })).rejects.toThrow(/work_items_status/);
  });

  it('holds priorities, counts, owners, keys and numbers to their rules', async () => {
    await expect(insert({ priority: 5 })).rejects.toThrow(/work_items_priority/);
    await expect(insert({ priority: -1 })).rejects.toThrow(/work_items_priority/);
    await expect(insert({ open_dependencies: -1 })).rejects.toThrow(/work_items_open_dependencies/);
    await expect(insert({ status: 'in_flight', owner: null })).rejects.toThrow(/work_items_owner/);
    await insert({ key: 'taken' });
    await expect(insert({ key: 'taken' })).rejects.toThrow(/UNIQUE/);
    await insert({ number: 7 });
    await expect(insert({ number: 7 })).rejects.toThrow(/UNIQUE/);
    await expect(insert({ title: null })).rejects.toThrow(/NOT NULL/);
    await expect(insert({ repository_id: 'another' })).rejects.toThrow(/FOREIGN KEY/);
  });

  it('lets no dependency and no event point to nothing, nor an item wait for itself', async () => {
    await insert({ id: 'here' });
    const edge = { repository_id: spiedRepository, work_item_id: 'here', depends_on_id: 'nowhere', created_at: 0 };
    await expect(database.db.insertInto('work_item_dependencies').values(edge).execute()).rejects.toThrow(
      /FOREIGN KEY/,
    );
    const self = { ...edge, depends_on_id: 'here' };
    await expect(database.db.insertInto('work_item_dependencies').values(self).execute()).rejects.toThrow(
      /work_item_dependencies_other/,
    );
    const event = {
      repository_id: spiedRepository,
      id: 1,
      ts: 0,
      type: 'note',
      actor: null,
      role: null,
      harness: null,
      model: null,
      session: null,
      lane: null,
      work_item_id: 'nowhere',
      task_id: null,
      payload: '{}',
    };
    await expect(database.db.insertInto('events').values(event).execute()).rejects.toThrow(/FOREIGN KEY/);
  });

  it('counts for the parts in a store from before what the items above them wait for', async () => {
    const { db } = database;
    const edge = (from: string, to: string) => ({
      repository_id: spiedRepository,
      work_item_id: from,
      depends_on_id: to,
      created_at: 0,
    });
    await insert({ id: 'open' });
    await insert({ id: 'done', status: 'done' });
    await insert({ id: 'epic', open_dependencies: 2 });
    await insert({ id: 'part', parent_id: 'epic' });
    await insert({ id: 'leaf', parent_id: 'part', open_dependencies: 1 });
    await insert({ id: 'ended', parent_id: 'epic', status: 'cancelled', open_dependencies: 1 });
    await insert({ id: 'below ended', parent_id: 'ended' });
    const edges = [edge('epic', 'open'), edge('epic', 'done'), edge('epic', 'part'), edge('leaf', 'open')];
    await db
      .insertInto('work_item_dependencies')
      .values([...edges, edge('ended', 'leaf')])
      .execute();
    await countThroughParents.up(db as never);
    const rows = await db
      .selectFrom('work_items')
      .select(['id', 'open_dependencies'])
      .where('id', 'in', ['open', 'done', 'epic', 'part', 'leaf', 'ended', 'below ended'])
      .execute();
    expect(Object.fromEntries(rows.map(row => [row.id, row.open_dependencies]))).toEqual({
      open: 0,
      done: 0,
      epic: 2,
      part: 1,
      leaf: 1,
      ended: 2,
      'below ended': 1,
    });
  });

  it('is written with types and words that PostgreSQL has too', async () => {
    const { db, taken } = openPostgresCompiler();
    for (const migration of migrations) await migration.up(db as never);
    const statements = taken().map(query => query.sql);
    expect(statements.length).toBeGreaterThan(10);
    const types = statements
      .filter(text => text.startsWith('create table'))
      .flatMap(text => [...text.matchAll(/[(,] ?"\w+" (double precision|\w+)/g)].map(match => match[1]));
    expect(types.length).toBeGreaterThan(40);
    for (const type of types) expect(['bigint', 'double precision', 'integer', 'text']).toContain(type);
    for (const text of statements) {
      expect(text).not.toMatch(/\?|\$\d|autoincrement|pragma|deferrable|initially|current_|random|without rowid/i);
    }
  });
});
