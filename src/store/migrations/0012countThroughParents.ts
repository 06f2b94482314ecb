import { compatibleMigrationOf } from './migration.js';

/** Parts wait for dependencies of their ancestors. Version 0.1.0 changes counts by own dependencies only: none gets negative. */
export const countThroughParents = compatibleMigrationOf(
  9,
  'count dependencies of parents',
  `
with recursive
above (item_id, holder_id) as (
  select id, parent_id from work_items where parent_id is not null
  union
  select above.item_id, own.parent_id from above join work_items as own on own.id = above.holder_id
  where own.parent_id is not null
),
edges (holder_id, blocker_id) as (
  select edge.work_item_id, edge.depends_on_id
  from (select distinct holder_id from above) as parent
  join work_items as holder on holder.id = parent.holder_id
  join work_item_dependencies as edge on edge.work_item_id = holder.id
  join work_items as blocker on blocker.id = edge.depends_on_id
  left join above as inside on inside.item_id = blocker.id and inside.holder_id = holder.id
  where blocker.status <> 'done' and holder.status not in ('done', 'failed', 'cancelled') and inside.item_id is null
),
held (item_id, blocker_id) as (
  select above.item_id, edges.blocker_id from above join edges on edges.holder_id = above.holder_id
  union
  select edge.work_item_id, edge.depends_on_id
  from (select distinct item_id from above) as part
  join work_item_dependencies as edge on edge.work_item_id = part.item_id
  join work_items as blocker on blocker.id = edge.depends_on_id
  where blocker.status <> 'done'
),
counted (item_id, blockers) as (select item_id, count(*) from held group by item_id)
update work_items set open_dependencies = counted.blockers from counted
where counted.item_id = work_items.id and counted.blockers <> work_items.open_dependencies;
`,
);
