import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DependencyRow, WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { chunks } from './chunks.js';
import { heldBySql, theseIds, waitingSql } from './heldBySql.js';
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

// SQLite prepares a join again for each value of `= ?`, which costs ten times as much as the query with `in (?)`.
const selectOf = new PreparedStatement<{ id: string }, DependencyRow>((db, slot) =>
  dependencyQuery(db).where('edge.work_item_id', 'in', [slot('id')]),
);

function dependencyQuery(db: Kysely<Schema>) {
  return db
    .selectFrom('work_item_dependencies as edge')
    .innerJoin('work_items as target', 'target.id', 'edge.depends_on_id')
    .select(['edge.work_item_id', 'edge.depends_on_id', 'target.number', 'target.title', 'target.status']);
}

export type Dependent = Pick<WorkItemRow, 'id' | 'number' | 'title' | 'status' | 'open_dependencies'>;

export class WorkItemDependencyTable extends Queries {
  /** Direct dependencies by item, each list by number; omits items without any. */
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

  /** Open dependencies inherited from ancestors, by item and number; of several holders, names the one with the lowest number. */
  async throughParents(ids: readonly string[]): Promise<Map<string, DependencyRow[]>> {
    const byItem = new Map<string, DependencyRow[]>();
    for (const part of chunks(ids)) {
      const query = sql<DependencyRow & { through_number: number; through_title: string }>`
        ${heldBySql({ roots: theseIds(part), withBelow: false, onlyOpen: true })}
        select held.item_id as work_item_id, held.blocker_id as depends_on_id, blocker.number, blocker.title, blocker.status,
          holder.number as through_number, holder.title as through_title
        from held
        join work_items as blocker on blocker.id = held.blocker_id
        join work_items as holder on holder.id = held.holder_id
        where held.item_id <> held.holder_id
        order by blocker.number, holder.number`;
      for (const { through_number, through_title, ...row } of (await query.execute(this.db)).rows) {
        const list = byItem.get(row.work_item_id) ?? [];
        if (list.at(-1)?.depends_on_id === row.depends_on_id) continue;
        byItem.set(row.work_item_id, [...list, { ...row, through: { number: through_number, title: through_title } }]);
      }
    }
    return byItem;
  }

  /** Items that wait directly or through an ancestor, by number; not those below an ended dependent. */
  async dependentsOf(id: string): Promise<Dependent[]> {
    const query = sql<Dependent>`${waitingSql(theseIds([id]))}
      select item.id, item.number, item.title, item.status, item.open_dependencies
      from waiting join work_items as item on item.id = waiting.item_id
      order by item.number`;
    return (await query.execute(this.db)).rows;
  }

  /** For detecting cycles: includes inherited edges and ended items, which may be reopened. One query per level. */
  async reachableFrom(ids: readonly string[]): Promise<Map<string, string[]>> {
    const edges = new Map<string, string[]>();
    let layer = [...new Set(ids)];
    while (layer.length > 0) {
      const seen = new Set<string>();
      for (const part of chunks(layer)) {
        const query = sql<{ item_id: string; blocker_id: string }>`
          ${heldBySql({ roots: theseIds(part), withBelow: false, onlyOpen: false })}
          select distinct item_id, blocker_id from held order by item_id, blocker_id`;
        for (const { item_id, blocker_id } of (await query.execute(this.db)).rows) {
          const targets = edges.get(item_id);
          if (targets === undefined) edges.set(item_id, [blocker_id]);
          else targets.push(blocker_id);
          seen.add(blocker_id);
        }
      }
      for (const id of layer) if (!edges.has(id)) edges.set(id, []);
      layer = [...seen].filter(id => !edges.has(id));
    }
    return edges;
  }

  /** Adds missing edges. Call `recount` afterwards. */
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

  /** Recounts open dependencies of these items and all below, after a change of edges or parents; returns changed ones. */
  async recount(ids: readonly string[]): Promise<Dependent[]> {
    const changed: Dependent[] = [];
    for (const part of chunks(ids)) changed.push(...(await this.#recount(theseIds(part))));
    return changed;
  }

  /** Recounts dependents and the items below, after an item ended or was reopened. */
  recountBeside(id: string): Promise<Dependent[]> {
    return this.#recount(sql`select work_item_id as id from work_item_dependencies where depends_on_id = ${id}
      union select id from work_items where parent_id = ${id}`);
  }

  /** Version 0.1.0 ignores parents: it neither blocks nor unblocks parts of an item with it. */
  recountBlockedParts(): Promise<Dependent[]> {
    return this.#recount(sql`select id from work_items
      where repository_id = ${this.repositoryId} and status = 'pending' and open_dependencies > 0 and parent_id is not null`);
  }

  async #recount(roots: RawBuilder<unknown>): Promise<Dependent[]> {
    const query = sql<Dependent>`${heldBySql({ roots, withBelow: true, onlyOpen: true })},
      counted (id, blockers) as (select item_id, count(distinct blocker_id) from held group by item_id)
      select item.id, item.number, item.title, item.status, coalesce(counted.blockers, 0) as open_dependencies
      from asked
      join work_items as item on item.id = asked.id
      left join counted on counted.id = item.id
      where item.open_dependencies <> coalesce(counted.blockers, 0)
      order by item.number`;
    const changed = (await query.execute(this.db)).rows;
    for (const count of new Set(changed.map(({ open_dependencies }) => open_dependencies))) {
      const ids = changed.filter(({ open_dependencies }) => open_dependencies === count).map(({ id }) => id);
      for (const part of chunks(ids)) {
        await this.db
          .updateTable('work_items')
          .set(({ eb }) => ({ open_dependencies: count, revision: eb('revision', '+', sql.lit(1)) }))
          .where('id', 'in', part)
          .execute();
      }
    }
    return changed;
  }
}
