import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openSpiedDatabase } from '../../../test/support/spiedDatabase.js';
import { recordList } from '../../domain/records.js';
import { searchedRecords } from '../../domain/searchKind.js';

/** Tables that are archived, placed and searched by hand. */
const special = ['events', 'work_item_dependencies', 'lane_dependencies', 'archived_keys', 'archives'];
/** Texts that nobody looks for, or that are found by a source of their own. */
const notSearchedByDefinition = [
  ...['work_items', 'tasks', 'decisions', 'slices', 'evidence', 'plans', 'findings', 'messages', 'runs', 'run_entries'],
  ...['touched_files', 'plan_cursors', 'review_runs', 'compactions', 'compaction_settings', 'lanes', 'workers'],
  'worker_reports',
  'attempts',
  ...['agent_sessions', 'agent_words', 'agent_permissions', 'agent_usage', 'control_shifts'],
];
const withoutNumbers = [
  ...[
    'touched_files',
    'plans',
    'plan_cursors',
    'compactions',
    'compaction_settings',
    'workers',
    'run_entries',
    'attempts',
  ],
  ...['agent_sessions', 'agent_words', 'agent_permissions', 'agent_usage', 'control_shifts'],
];

const tables = (what: (facts: (typeof recordList)[number][1]) => boolean): string[] =>
  recordList.flatMap(([, definition]) => (what(definition) ? [definition.table] : []));

async function tablesWith(...columns: readonly string[]): Promise<string[]> {
  const { db } = await openSpiedDatabase();
  const { rows } = await sql<{ name: string }>`
    select distinct t.name as name from sqlite_master t join pragma_table_info(t.name) c
    where t.type = 'table' and c.name in (${sql.join(columns)}) order by t.name`.execute(db);
  return rows.map(({ name }) => name);
}

describe('the list of records', () => {
  it('has every table of the store whose rows belong to something', async () => {
    const owned = await tablesWith('task_id', 'lane_id', 'work_item_id', 'run_id');
    expect(owned.length).toBeGreaterThan(15);
    const listed = new Set([...tables(() => true), ...special]);
    expect(owned.filter(name => !listed.has(name))).toEqual([]);
  });

  it('archives every record with its owner, except investigations', async () => {
    const owned = await tablesWith('task_id', 'lane_id');
    const kept = new Set([...tables(({ facts }) => facts.owner === null), ...special]);
    const archived = new Set(tables(({ facts }) => facts.owner !== null));
    expect([...kept].filter(name => archived.has(name))).toEqual([]);
    expect(owned.filter(name => !kept.has(name) && !archived.has(name))).toEqual([]);
    expect(tables(({ facts }) => facts.owner === null)).toEqual(['control_shifts', 'runs', 'run_entries']);
  });

  it('puts every record of a task into its file, except the setting of compactions', () => {
    expect(tables(({ facts }) => facts.owner === 'task' && facts.portable !== true)).toEqual([
      'tasks',
      'compaction_settings',
    ]);
  });

  it('searches the texts of every record', () => {
    const searched = new Set(searchedRecords().map(({ definition }) => definition.table as string));
    expect(tables(({ table }) => !searched.has(table)).sort()).toEqual([...notSearchedByDefinition].sort());
  });

  it('numbers every record that has a ref', () => {
    expect(tables(({ counter }) => counter === undefined).sort()).toEqual([...withoutNumbers].sort());
  });

  it('names existing columns alone', () => {
    for (const [name, { columns, facts }] of recordList) {
      const named = [
        ...(facts.order ?? []),
        ...(facts.list ?? []),
        ...(facts.search ?? []),
        facts.open?.endedAt ?? 'id',
      ];
      for (const column of named) expect(Object.keys(columns), name).toContain(column.replace(/^-/, ''));
    }
  });
});
