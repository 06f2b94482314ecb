import { type SelectQueryBuilder, sql } from 'kysely';
import { type Identifier, identifierValue } from '../../domain/identifier/identifier.js';
import type { HeartbeatIndex } from '../../domain/workItem/lease.js';
import { compareQueueOrder, type QueuePlace } from '../../domain/workItem/queueOrder.js';
import { type WorkItemChange, type WorkItemRow, workItemDefinition } from '../../domain/workItem/workItemRow.js';
import { openStatuses } from '../../domain/workItem/workItemStatus.js';
import { changeStatement } from './changeStatement.js';
import { chunks } from './chunks.js';
import { PreparedStatement } from './preparedStatement.js';
import { type ReadyFilter, selectExpired, selectReady } from './readyStatement.js';
import type { Schema } from './schema.js';
import { countSections, type SectionCounts } from './sectionCounts.js';
import { storedCells } from './storedCell.js';
import { tableOf } from './table.js';
import { type ListQuery, listWorkItems } from './workItemList.js';

const findByNumber = new PreparedStatement<{ repositoryId: string; name: number }, WorkItemRow>((db, slot) =>
  db
    .selectFrom('work_items')
    .selectAll()
    .where('repository_id', '=', slot('repositoryId'))
    .where('number', '=', slot('name')),
);
const findByKey = new PreparedStatement<{ repositoryId: string; name: string }, WorkItemRow>((db, slot) =>
  db
    .selectFrom('work_items')
    .selectAll()
    .where('repository_id', '=', slot('repositoryId'))
    .where('key', '=', slot('name')),
);
const findByUlid = new PreparedStatement<{ repositoryId: string; name: string }, WorkItemRow>((db, slot) =>
  db
    .selectFrom('work_items')
    .selectAll()
    .where('id', '=', slot('name'))
    .where('repository_id', '=', slot('repositoryId')),
);

const setRank = new PreparedStatement<{ repositoryId: string; number: number; rank: number }>((db, slot) =>
  db
    .updateTable('work_items')
    .set(({ eb }) => ({ rank: slot('rank'), revision: eb('revision', '+', sql.lit(1)) }))
    .where('repository_id', '=', slot('repositoryId'))
    .where('number', '=', slot('number')),
);

type PlaceQuery = SelectQueryBuilder<Schema, 'work_items', QueuePlace>;

const openPlaceQueries: readonly ((query: PlaceQuery) => PlaceQuery)[] = [
  query => query.where('status', '=', sql.lit('pending')).where('open_dependencies', '=', sql.lit(0)),
  query => query.where('status', '=', sql.lit('pending')).where('open_dependencies', '>', sql.lit(0)),
  query => query.where('status', '=', sql.lit('in_flight')),
  query => query.where('status', '=', sql.lit('waiting_human')),
];

const identifierColumns = [
  ['number', 'number'],
  ['ulid', 'id'],
  ['key', 'key'],
] as const;

export type LeasedClaim = Pick<
  WorkItemRow,
  'id' | 'token' | 'status' | 'lease_until' | 'open_dependencies' | 'not_before'
>;

export type KnownItem = Pick<WorkItemRow, 'id' | 'number' | 'status'>;

/** The index of claims has those without a lease first. */
const heldByAgents = new PreparedStatement<{ repositoryId: string }, WorkItemRow>((db, slot) =>
  db
    .selectFrom('work_items')
    .selectAll()
    .where('repository_id', 'in', [slot('repositoryId')])
    .where('status', '=', sql.lit('in_flight'))
    .where('lease_until', 'is', null)
    .where('owner_role', '=', sql.lit('agent')),
);

// Each half reads a small index of its own.
const leftBySessions = new PreparedStatement<{ repositoryId: string; owner: string }, { id: string }>((db, slot) => {
  const half = (status: 'in_flight' | 'waiting_human') =>
    db
      .selectFrom('work_items')
      .select('id')
      .where('repository_id', 'in', [slot('repositoryId')])
      .where('status', '=', sql.lit(status))
      .where('owner', '=', slot('owner'))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('attempts')
            .select('attempts.id')
            .whereRef('attempts.work_item_id', '=', 'work_items.id')
            .where('actor', '=', slot('owner'))
            .where('end_reason', '=', sql.lit('session-ended')),
        ),
      );
  return half('in_flight').unionAll(half('waiting_human'));
});

const askingForATime = new PreparedStatement<{ repositoryId: string }, WorkItemRow>((db, slot) =>
  db
    .selectFrom('work_items')
    .selectAll()
    .where('repository_id', 'in', [slot('repositoryId')])
    .where('status', '=', sql.lit('waiting_human'))
    .where('questions', 'like', sql.lit('%"take":%')),
);

/** The queue. Stores and reads rows without interpreting them. */
export class WorkItemTable extends tableOf(workItemDefinition) {
  override async find(identifier: Identifier): Promise<WorkItemRow | undefined> {
    const repositoryId = this.repositoryId;
    if (identifier.by === 'number') return findByNumber.first(this.db, { repositoryId, name: identifier.number });
    if (identifier.by === 'ulid') return findByUlid.first(this.db, { repositoryId, name: identifier.ulid });
    const row = await findByKey.first(this.db, { repositoryId, name: identifier.key });
    return row ?? (identifier.otherwise && this.find(identifier.otherwise));
  }

  /** Numbers of archived items by callers' id. */
  async archivedKeys(keys: Iterable<string>): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const part of chunks([...keys])) {
      const rows = await this.db
        .selectFrom('archived_keys')
        .select(['key', 'number'])
        .where('repository_id', '=', this.repositoryId)
        .where('key', 'in', part)
        .execute();
      for (const { key, number } of rows) found.set(key, number);
    }
    return found;
  }

  /** Keys of items from an import of a tracker. */
  async importedKeys(tracker: string, keys: Iterable<string>): Promise<Set<string>> {
    const found = new Set<string>();
    for (const part of chunks([...keys])) {
      const rows = await this.db
        .selectFrom('work_items')
        .innerJoin('events', 'events.work_item_id', 'work_items.id')
        .select('work_items.key')
        .where('work_items.repository_id', '=', this.repositoryId)
        .where('work_items.key', 'in', part)
        .where('events.type', '=', 'work_item_created')
        .where(sql<string>`json_extract(events.payload, '$.imported')`, '=', tracker)
        .execute();
      for (const { key } of rows) if (key !== null) found.add(key);
    }
    return found;
  }

  /** Payload fields and creation time (ms UTC) by key; omits items without a payload. */
  async payloadFields(
    keys: Iterable<string>,
    fields: readonly string[],
  ): Promise<Map<string, { readonly said: Readonly<Record<string, unknown>>; readonly createdAt: number }>> {
    const found = new Map<string, { said: Record<string, unknown>; createdAt: number }>();
    const paths = sql.join(fields.map(field => sql.val(`$.${field}`)));
    for (const part of chunks([...keys])) {
      const rows = await this.db
        .selectFrom('work_items')
        .select(['key', 'created_at', sql<string | null>`json_extract(payload, ${paths})`.as('said')])
        .where('repository_id', '=', this.repositoryId)
        .where('key', 'in', part)
        .execute();
      for (const { key, created_at: createdAt, said } of rows) {
        if (key === null || said === null) continue;
        const values = JSON.parse(said) as readonly unknown[];
        found.set(key, { said: Object.fromEntries(fields.map((field, index) => [field, values[index]])), createdAt });
      }
    }
    return found;
  }

  async hasArchives(): Promise<boolean> {
    const row = await this.db
      .selectFrom('archives')
      .select('file')
      .where('repository_id', '=', this.repositoryId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** By `identifierText`; omits unknown items. */
  async known(identifiers: readonly Identifier[]): Promise<Map<string, KnownItem>> {
    const found = new Map<string, KnownItem>();
    for (const [by, column] of identifierColumns) {
      const values = new Set(identifiers.filter(identifier => identifier.by === by).map(identifierValue));
      for (const part of chunks([...values])) {
        const rows = await this.db
          .selectFrom('work_items')
          .select(['id', 'key', 'number', 'status'])
          .where('repository_id', '=', this.repositoryId)
          .where(column, 'in', part as never)
          .execute();
        for (const row of rows) found.set(`${by}:${row[column]}`, row);
      }
    }
    return found;
  }

  /** Undefined after a concurrent change. */
  override async change<Current extends WorkItemRow>(
    row: Current,
    change: WorkItemChange,
  ): Promise<Current | undefined> {
    const stored = storedCells(change);
    const changed = await changeStatement(change).changed(this.db, {
      ...stored,
      id: row.id,
      revision: row.revision,
      nextRevision: row.revision + 1,
    });
    return changed === 1 ? { ...row, ...stored, revision: row.revision + 1 } : undefined;
  }

  /**
   * Pending items and expired claims without open dependencies, in queue order. Merges the two kinds, each with its own index, so
   * that the first item costs the same at any queue size.
   */
  async ready(filter: ReadyFilter, limit: number, after?: QueuePlace): Promise<WorkItemRow[]> {
    const pending = await selectReady(this.db, this.repositoryId, filter, limit, after);
    const expired = await selectExpired(this.db, this.repositoryId, filter, limit, after);
    if (expired.length === 0) return pending;
    return [...pending, ...expired].sort(compareQueueOrder).slice(0, limit);
  }

  /** Oldest open item with this title, ignoring case. */
  openTitled(title: string): Promise<WorkItemRow | undefined> {
    return this.db
      .selectFrom('work_items')
      .selectAll()
      .where('repository_id', '=', this.repositoryId)
      .where('status', 'in', openStatuses)
      .where(({ fn, eb }) => eb(fn('lower', ['title']), '=', fn('lower', [eb.val(title)])))
      .orderBy('number')
      .limit(1)
      .executeTakeFirst();
  }

  list(query: ListQuery): Promise<WorkItemRow[]> {
    return listWorkItems(this.db, this.repositoryId, query);
  }

  /** Agents' claims without a lease, which a task or a lane holds. */
  heldByAgents(): Promise<WorkItemRow[]> {
    return heldByAgents.rows(this.db, { repositoryId: this.repositoryId });
  }

  /** Items that this agent holds, and of which a session of its own has ended. */
  leftBySessions(owner: string): Promise<{ id: string }[]> {
    return leftBySessions.rows(this.db, { repositoryId: this.repositoryId, owner });
  }

  /** Items that wait for a person, with a question that names what to do without an answer. */
  askingForATime(): Promise<WorkItemRow[]> {
    return askingForATime.rows(this.db, { repositoryId: this.repositoryId });
  }

  childrenOf(id: string): Promise<WorkItemRow[]> {
    return this.rows({ parent_id: id }, ['number']);
  }

  /** Nearest first. */
  async ancestorsOf(row: Pick<WorkItemRow, 'parent_id'>): Promise<WorkItemRow[]> {
    const above: WorkItemRow[] = [];
    for (let id = row.parent_id; id !== null; ) {
      const parent: WorkItemRow | undefined = await this.find({ by: 'ulid', ulid: id });
      if (parent === undefined) break;
      above.push(parent);
      id = parent.parent_id;
    }
    return above;
  }

  /** ULIDs of an item and its descendants. */
  async subtreeOf(id: string): Promise<Set<string>> {
    const query = sql<{ id: string }>`with recursive subtree (id) as (
      select id from work_items where id = ${id}
      union
      select part.id from subtree join work_items as part on part.parent_id = subtree.id
    ) select id from subtree`;
    return new Set((await query.execute(this.db)).rows.map(row => row.id));
  }

  /** Work items of a task besides its own, including ended ones. */
  ofTask(taskId: string): Promise<WorkItemRow[]> {
    return this.rows({ task_id: taskId }, ['number']);
  }

  /** Work items of all tasks besides their own, including ended ones. */
  inTasks(): Promise<WorkItemRow[]> {
    return this.rows({ task_id: ['is not', null] }, ['number']);
  }

  counts(now: number, heartbeats: HeartbeatIndex): Promise<SectionCounts> {
    return countSections(this.db, this.repositoryId, now, heartbeats);
  }

  /** Earliest not-before after `now` of a pending item without open dependencies. */
  async nextNotBefore(now: number): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('work_items')
      .select(({ fn }) => fn.min('not_before').as('at'))
      .where('repository_id', '=', this.repositoryId)
      .where('status', '=', sql.lit('pending'))
      .where('open_dependencies', '=', sql.lit(0))
      .where('not_before', '>', now)
      .executeTakeFirst();
    return row?.at ?? undefined;
  }

  /** Only columns for computing the lease's end and the following state. */
  leasedClaims(): Promise<LeasedClaim[]> {
    return this.db
      .selectFrom('work_items')
      .select(['id', 'token', 'status', 'lease_until', 'open_dependencies', 'not_before'])
      .where('repository_id', '=', this.repositoryId)
      .where('status', '=', sql.lit('in_flight'))
      .where('lease_until', 'is not', null)
      .execute();
  }

  /** Open items of a priority, in queue order. */
  async openPlaces(priority: number): Promise<QueuePlace[]> {
    const places: QueuePlace[] = [];
    // One query per index of open items, which covers it.
    for (const restrict of openPlaceQueries) {
      places.push(
        ...(await restrict(
          this.db
            .selectFrom('work_items')
            .select(['priority', 'rank', 'due_sort', 'number'])
            .where('repository_id', '=', this.repositoryId)
            .where('priority', '=', priority),
        ).execute()),
      );
    }
    return places.sort(compareQueueOrder);
  }

  /** Keeps the change time: the order stays the same. */
  async setRanks(ranks: readonly { readonly number: number; readonly rank: number }[]): Promise<void> {
    for (const { number, rank } of ranks) await setRank.run(this.db, { number, rank, repositoryId: this.repositoryId });
  }
}
