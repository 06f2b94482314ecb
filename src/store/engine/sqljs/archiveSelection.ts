import type { Connection } from './connection.js';

/** ULIDs of records that are archived together. */
export interface ArchiveBatch {
  readonly workItems: readonly string[];
  readonly tasks: readonly string[];
  readonly lanes: readonly string[];
}

/** Ended records, last changed before a time (parameter, ms UTC). */
const ended: Readonly<Record<keyof ArchiveBatch, string>> = {
  workItems: `select id from work_items
    where status in ('done', 'failed', 'cancelled') and max(coalesce(resolved_at, 0), updated_at) < ? order by id`,
  tasks: `select id from tasks
    where (archived_at is not null or finished_at is not null) and updated_at < ? order by id`,
  lanes: `select id from lanes where status in ('merged', 'closed') and updated_at < ? order by id`,
};

/**
 * `kept` stays while `keeper` is in the store, always without one. Work items, their tasks and lanes are archived together;
 * a dependency stays with its dependents.
 */
const bonds: readonly string[] = [
  'select work_item_id as keeper, depends_on_id as kept from work_item_dependencies',
  'select id as keeper, parent_id as kept from work_items where parent_id is not null',
  'select id as keeper, work_item_id as kept from tasks where work_item_id is not null',
  'select work_item_id as keeper, id as kept from tasks where work_item_id is not null',
  'select id as keeper, task_id as kept from work_items where task_id is not null',
  'select task_id as keeper, id as kept from work_items where task_id is not null',
  'select id as keeper, work_item_id as kept from lanes where work_item_id is not null',
  'select work_item_id as keeper, id as kept from lanes where work_item_id is not null',
  'select id as keeper, task_id as kept from lanes where task_id is not null',
  'select task_id as keeper, id as kept from lanes where task_id is not null',
  'select lane_id as keeper, after_id as kept from lane_dependencies',
  `select t.id as keeper, p.task_id as kept from tasks t join plans p on p.id = t.plan_id
    where p.task_id is not null and p.task_id <> t.id`,
  `select m.lane_id as keeper, o.lane_id as kept from messages m join messages o on o.id = m.reply_to
    where o.lane_id is not null and m.lane_id is not o.lane_id`,
  "select null as keeper, task_id as kept from findings where status in ('open', 'deferred') and task_id is not null",
  'select task_id as keeper, work_item_id as kept from findings where work_item_id is not null',
  `select f.task_id as keeper, g.task_id as kept from findings f join findings g on g.id = f.superseded_by
    where g.task_id is not null and f.task_id is not g.task_id`,
  `select distinct task_id as keeper, work_item_id as kept from events
    where task_id is not null and work_item_id is not null`,
];

/** Selects records of work that ended before a time (ms UTC), in parts. Archived in order, they leave no references. */
export function selectArchivable(connection: Connection, before: number, size: number): readonly ArchiveBatch[] {
  const candidates = new Map<string, keyof ArchiveBatch>();
  for (const [kind, sql] of Object.entries(ended)) {
    for (const { id } of connection.run(sql, [before]).rows) candidates.set(String(id), kind as keyof ArchiveBatch);
  }
  if (candidates.size === 0) return [];
  const keepers = new Map<string, string[]>();
  const keptBy = new Map<string, string[]>();
  const staying: string[] = [];
  for (const sql of bonds) {
    for (const row of connection.run(sql, []).rows) {
      const kept = String(row.kept);
      if (!candidates.has(kept)) continue;
      const keeper = row.keeper === null || row.keeper === undefined ? undefined : String(row.keeper);
      if (keeper === undefined || !candidates.has(keeper)) {
        staying.push(kept);
        continue;
      }
      listIn(keepers, kept).push(keeper);
      listIn(keptBy, keeper).push(kept);
    }
  }
  for (const id of reached(staying, id => keptBy.get(id) ?? [])) candidates.delete(id);
  return inParts(candidates, keepers, size);
}

/** Puts each record into the part of its keepers or a later one. */
function inParts(
  candidates: ReadonlyMap<string, keyof ArchiveBatch>,
  keepers: ReadonlyMap<string, readonly string[]>,
  size: number,
): ArchiveBatch[] {
  const parts: ArchiveBatch[] = [];
  const placed = new Set<string>();
  let part: Record<keyof ArchiveBatch, string[]> = { workItems: [], tasks: [], lanes: [] };
  let count = 0;
  for (const id of candidates.keys()) {
    if (placed.has(id)) continue;
    for (const one of reached([id], each => (keepers.get(each) ?? []).filter(keeper => !placed.has(keeper)))) {
      placed.add(one);
      part[candidates.get(one) as keyof ArchiveBatch].push(one);
      count += 1;
    }
    if (count < size) continue;
    parts.push(part);
    part = { workItems: [], tasks: [], lanes: [] };
    count = 0;
  }
  return count === 0 ? parts : [...parts, part];
}

function reached(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const other of next(id)) found.add(other);
  return found;
}

function listIn(lists: Map<string, string[]>, key: string): string[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
