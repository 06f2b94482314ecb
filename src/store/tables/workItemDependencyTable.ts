import { type Kysely, sql } from 'kysely';
import type { DependencyRow, WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { chunks } from './chunks.js';
import { RowInserter } from './insertRows.js';
import { PreparedStatement } from './preparedStatement.js';
import { Queries } from './queries.js';
import type { DependencyTable, Schema } from './schema.js';

const insertRows = new RowInserter<DependencyTable>('work_item_dependencies', [
  'repository_id',
  'work_item_id',
  'depends_on_id',
  'created_at',
]);

// `in (?)`, because SQLite prepares a join again for each value of `= ?`, which costs ten times what the query does.
const selectOf = new PreparedStatement<{ id: string }, DependencyRow>((db, slot) =>
  dependencyQuery(db).where('edge.work_item_id', 'in', [slot('id')]),
);

/** One more or one less open dependency for all that depend on an item. */
const shiftDependents = new PreparedStatement<{ id: string; delta: number }>((db, slot) =>
  db
    .updateTable('work_items')
    .set(({ eb }) => ({
      open_dependencies: eb('open_dependencies', '+', slot('delta')),
      revision: eb('revision', '+', sql.lit(1)),
    }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('work_item_dependencies').select('work_item_id').where('depends_on_id', '=', slot('id')),
    ),
);

function dependencyQuery(db: Kysely<Schema>) {
  return db
    .selectFrom('work_item_dependencies as edge')
    .innerJoin('work_items as target', 'target.id', 'edge.depends_on_id')
    .select(['edge.work_item_id', 'edge.depends_on_id', 'target.number', 'target.title', 'target.status']);
}

/** Which work item waits for which. */
export class WorkItemDependencyTable extends Queries {
  /** What these items wait for, by item, each list by number; items that wait for nothing are not in the map. */
  async of(ids: readonly string[]): Promise<Map<string, DependencyRow[]>> {
    const byItem = new Map<string, DependencyRow[]>();
    for (const part of chunks(ids)) {
      const rows =
        part.length === 1
          ? await selectOf.rows(this.db, { id: part[0] as string })
          : await dependencyQuery(this.db).where('edge.work_item_id', 'in', part).execute();
      for (const row of rows) {
        const list = byItem.get(row.work_item_id);
        if (list === undefined) byItem.set(row.work_item_id, [row]);
        else list.push(row);
      }
    }
    for (const list of byItem.values()) list.sort((left, right) => left.number - right.number);
    return byItem;
  }

  /** What waits for this item, by number, with how much else each waits for. */
  dependentsOf(id: string): Promise<Pick<WorkItemRow, 'id' | 'number' | 'title' | 'status' | 'open_dependencies'>[]> {
    return this.db
      .selectFrom('work_item_dependencies as edge')
      .innerJoin('work_items as item', 'item.id', 'edge.work_item_id')
      .select(['item.id', 'item.number', 'item.title', 'item.status', 'item.open_dependencies'])
      .where('edge.depends_on_id', '=', id)
      .orderBy('item.number')
      .execute();
  }

  /** All edges that lead on from these items, however far: what a search for a ring needs. One query for each step. */
  async reachableFrom(ids: readonly string[]): Promise<Map<string, string[]>> {
    const edges = new Map<string, string[]>();
    let layer = [...new Set(ids)];
    while (layer.length > 0) {
      const seen = new Set<string>();
      for (const part of chunks(layer)) {
        const rows = await this.db
          .selectFrom('work_item_dependencies')
          .select(['work_item_id', 'depends_on_id'])
          .where('work_item_id', 'in', part)
          .orderBy('work_item_id')
          .orderBy('depends_on_id')
          .execute();
        for (const row of rows) {
          const targets = edges.get(row.work_item_id);
          if (targets === undefined) edges.set(row.work_item_id, [row.depends_on_id]);
          else targets.push(row.depends_on_id);
          seen.add(row.depends_on_id);
        }
      }
      for (const id of layer) if (!edges.has(id)) edges.set(id, []);
      layer = [...seen].filter(id => !edges.has(id));
    }
    return edges;
  }

  /** Adds edges that are not there yet; the item's own count is changed with the item. */
  insert(edges: readonly Omit<DependencyTable, 'repository_id'>[]): Promise<void> {
    return insertRows.insert(
      this.db,
      edges.map(edge => ({ ...edge, repository_id: this.repositoryId })),
    );
  }

  async remove(workItemId: string, dependsOnIds: readonly string[]): Promise<void> {
    for (const part of chunks(dependsOnIds)) {
      await this.db
        .deleteFrom('work_item_dependencies')
        .where('work_item_id', '=', workItemId)
        .where('depends_on_id', 'in', part)
        .execute();
    }
  }

  /** Adds `delta` to the count of every item that depends on this one: -1 when it is done, +1 when it is reopened. */
  async shiftDependents(dependsOnId: string, delta: 1 | -1): Promise<void> {
    await shiftDependents.run(this.db, { id: dependsOnId, delta });
  }
}
