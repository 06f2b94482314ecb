import type { Actor } from '../../../src/domain/actor/actor.js';
import { newEvent } from '../../../src/domain/event/newEvent.js';
import type { HeartbeatIndex } from '../../../src/domain/workItem/lease.js';
import type { WorkItemRow } from '../../../src/domain/workItem/workItemRow.js';
import { randomIds } from '../../../src/platform/idSource.js';
import type { Store, Transaction } from '../../../src/store/store.js';

/** Far enough away to sort after every due date. */
const noDueSort = 8_640_000_000_000_000;
const noHeartbeats: HeartbeatIndex = new Map();

/** A work item without content but its title. */
export function plainItem(number: number, title: string, now = Date.now()): Omit<WorkItemRow, 'repository_id'> {
  return {
    id: randomIds.ulid(now),
    number,
    key: null,
    title,
    kind: 'task',
    status: 'pending',
    priority: 2,
    rank: 0,
    payload: 'null',
    labels: '[]',
    owner: null,
    owner_role: null,
    token: 0,
    lease_until: null,
    not_before: null,
    due_at: null,
    due_sort: noDueSort,
    open_dependencies: 0,
    question: null,
    answer: null,
    notes: null,
    queued_by: null,
    claimed_at: null,
    resolved_at: null,
    created_at: now,
    updated_at: now,
    revision: 1,
    assignee: null,
    parent_id: null,
    task_id: null,
    questions: null,
  };
}

export function agentNamed(name: string): Actor {
  return { role: 'agent', name };
}

/** Adds items inside an open transaction, with an event for each; returns their numbers. */
export async function addRows(
  transaction: Transaction,
  titles: readonly string[],
  actor = agentNamed('seed'),
): Promise<number[]> {
  const first = await transaction.workItems.takeNumbers(titles.length);
  const rows = titles.map((title, index) => plainItem(first + index, title));
  await transaction.workItems.insert(rows);
  await transaction.events.append(
    rows.map(row => newEvent(actor, row.created_at, 'work_item_created', row.id, { title: row.title })),
  );
  return rows.map(row => row.number);
}

/** Adds items in one commit. */
export function addItems(store: Store, titles: readonly string[], actor?: Actor): Promise<number[]> {
  return store.transaction(transaction => addRows(transaction, titles, actor));
}

/** Ends items in one commit, each with its event. */
export function endItems(store: Store, titles: readonly string[]): Promise<void> {
  return store.transaction(async transaction => {
    const now = Date.now();
    const filter = { now, heartbeats: noHeartbeats, order: 'created', limit: 1000 } as const;
    for (const row of await transaction.workItems.list(filter)) {
      if (!titles.includes(row.title)) continue;
      await transaction.workItems.change(row, { status: 'done', resolved_at: now, updated_at: now });
      await transaction.events.append([
        newEvent(agentNamed('seed'), now, 'work_item_resolved', row.id, { status: 'done' }),
      ]);
    }
  });
}

/** Gives an item another title in one commit. */
export function changeTitle(store: Store, number: number, title: string): Promise<void> {
  return store.transaction(async transaction => {
    const row = await transaction.workItems.find({ by: 'number', number });
    if (row !== undefined) await transaction.workItems.change(row, { title });
  });
}

/** Claims the first ready item, or the one with this number if it is still pending: a change and its event in one commit. */
export function claimItem(store: Store, owner: string, number?: number): Promise<number | undefined> {
  return store.transaction(async transaction => {
    const now = Date.now();
    const found =
      number === undefined
        ? (await transaction.workItems.ready({ now, heartbeats: noHeartbeats }, 1))[0]
        : await transaction.workItems.find({ by: 'number', number });
    if (found === undefined || found.status !== 'pending') return undefined;
    const changed = await transaction.workItems.change(found, {
      status: 'in_flight',
      owner,
      owner_role: 'agent',
      token: found.token + 1,
      lease_until: now + 900_000,
      claimed_at: now,
      updated_at: now,
    });
    if (changed === undefined) return undefined;
    await transaction.events.append([newEvent(agentNamed(owner), now, 'work_item_claimed', found.id, { owner })]);
    return changed.number;
  });
}

/** Every row of every table, in a fixed order, as text: equal texts are equal states. */
export async function dumpOf(store: Store): Promise<string> {
  const parts: string[] = [];
  for (const [table, order] of tables) {
    const result = await store.maintenance.query(`select * from ${table} order by ${order}`, 1_000_000);
    parts.push(`${table} ${JSON.stringify(result.rows)}`);
  }
  return parts.join('\n');
}

/** Last step of the schema that the engine in `test/fixtures/journalEngine` knew, and the columns that came later. */
const lastStepOfBefore = 9;
const columnsSince: readonly string[] = ['questions'];

/** The same of what an older program knows: to compare a store before and after its takeover. */
export async function dumpOfBefore(store: Store): Promise<string> {
  const parts: string[] = [];
  for (const [table, order] of tables) {
    const { columns, rows } = await store.maintenance.query(`select * from ${table} order by ${order}`, 1_000_000);
    const kept = rows.filter(row => !table.includes('schema_migrations') || Number(row[0]) >= -lastStepOfBefore);
    const known = kept.map(row => row.filter((_cell, at) => !columnsSince.includes(columns[at] ?? '')));
    parts.push(`${table} ${JSON.stringify(known)}`);
  }
  return parts.join('\n');
}

const tables = [
  // Without their times: steps that each reader has in memory alone have its own.
  ['(select version, name from schema_migrations)', 'version'],
  ['repositories', 'id'],
  ['counters', 'name'],
  ['work_items', 'number'],
  ['work_item_dependencies', 'work_item_id, depends_on_id'],
  ['events', 'id'],
] as const;

/** The titles of all items, by number. */
export async function titlesOf(store: Store): Promise<string[]> {
  const result = await store.maintenance.query('select title from work_items order by number', 1_000_000);
  return result.rows.map(row => String(row[0]));
}

/** How many events of a type there are. */
export async function countEvents(store: Store, type: string): Promise<number> {
  const result = await store.maintenance.query(`select count(*) from events where type = '${type}'`, 1);
  return Number(result.rows[0]?.[0]);
}
