import { type RawBuilder, sql } from 'kysely';
import { terminalStatuses } from '../../domain/workItem/workItemStatus.js';

const ended = sql.join(terminalStatuses.map(status => sql.lit(status)));

export interface HeldBy {
  /** Query for ULIDs in a column `id`. */
  readonly roots: RawBuilder<unknown>;
  /** Includes the items below. */
  readonly withBelow: boolean;
  /** Only blockers that are not done, and ancestors that have not ended. */
  readonly onlyOpen: boolean;
}

/**
 * Begins a query with `held (item_id, blocker_id, holder_id)`: blockers of items and of their ancestors; the holder depends on
 * the blocker. A blocker below a holder blocks none of its other descendants: an epic that waits for a part must not stop it.
 */
export function heldBySql({ roots, withBelow, onlyOpen }: HeldBy): RawBuilder<unknown> {
  const descend = sql`union select part.id from asked join work_items as part on part.parent_id = asked.id`;
  return sql`with recursive
    asked (id) as (${roots} ${withBelow ? descend : sql``}),
    above (item_id, holder_id) as (
      select id, id from asked
      union
      select above.item_id, own.parent_id from above join work_items as own on own.id = above.holder_id
      where own.parent_id is not null
    ),
    edges (holder_id, blocker_id) as (
      select edge.work_item_id, edge.depends_on_id
      from (select distinct holder_id from above) as holder
      join work_item_dependencies as edge on edge.work_item_id = holder.holder_id
      join work_items as blocker on blocker.id = edge.depends_on_id
      ${onlyOpen ? sql`where blocker.status <> 'done'` : sql``}
    ),
    lineage (blocker_id, id) as (
      select blocker_id, blocker_id from edges
      union
      select lineage.blocker_id, own.parent_id from lineage join work_items as own on own.id = lineage.id
      where own.parent_id is not null
    ),
    passed (holder_id, blocker_id) as (
      select edges.holder_id, edges.blocker_id
      from edges join work_items as holder on holder.id = edges.holder_id
      left join lineage on lineage.blocker_id = edges.blocker_id and lineage.id = edges.holder_id
      where lineage.id is null
      ${onlyOpen ? sql`and holder.status not in (${ended})` : sql``}
    ),
    held (item_id, blocker_id, holder_id) as (
      select asked.id, edges.blocker_id, edges.holder_id from asked join edges on edges.holder_id = asked.id
      union
      select above.item_id, passed.blocker_id, passed.holder_id
      from above join passed on passed.holder_id = above.holder_id
      where above.item_id <> above.holder_id
    )`;
}

/** The reverse: `waiting (blocker_id, item_id)`, also through ancestors. `blockers` is a query for ULIDs in a column `id`. */
export function waitingSql(blockers: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with recursive
    asked (id) as (${blockers}),
    lineage (blocker_id, id) as (
      select id, id from asked
      union
      select lineage.blocker_id, own.parent_id from lineage join work_items as own on own.id = lineage.id
      where own.parent_id is not null
    ),
    passed (blocker_id, item_id) as (
      select edge.depends_on_id, holder.id
      from asked
      join work_item_dependencies as edge on edge.depends_on_id = asked.id
      join work_items as holder on holder.id = edge.work_item_id
      left join lineage on lineage.blocker_id = edge.depends_on_id and lineage.id = holder.id
      where lineage.id is null and holder.status not in (${ended})
      union
      select passed.blocker_id, part.id from passed join work_items as part on part.parent_id = passed.item_id
    ),
    waiting (blocker_id, item_id) as (
      select edge.depends_on_id, edge.work_item_id
      from asked join work_item_dependencies as edge on edge.depends_on_id = asked.id
      union
      select blocker_id, item_id from passed
    )`;
}

export function theseIds(ids: readonly string[]): RawBuilder<unknown> {
  return sql`select id from work_items where id in (${sql.join(ids)})`;
}
