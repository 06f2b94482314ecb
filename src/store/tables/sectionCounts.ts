import { type Kysely, sql } from 'kysely';
import { furthestLeaseMs, type HeartbeatIndex } from '../../domain/workItem/lease.js';
import { sectionOf } from '../../domain/workItem/section.js';
import type { WorkItemSection } from '../../domain/workItem/workItem.js';
import type { WorkItemStatus } from '../../domain/workItem/workItemStatus.js';
import type { Schema } from './schema.js';

export type SectionCounts = Record<WorkItemSection, number>;

/** Uses indexes alone, except for expired claims. */
export async function countSections(
  db: Kysely<Schema>,
  repositoryId: string,
  now: number,
  heartbeats: HeartbeatIndex,
): Promise<SectionCounts> {
  const byStatus = new Map<WorkItemStatus, number>();
  for (const row of await db
    .selectFrom('work_items')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('repository_id', '=', repositoryId)
    .groupBy('status')
    .execute()) {
    byStatus.set(row.status, Number(row.count));
  }
  const free = await db
    .selectFrom('work_items')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>(eb.case().when('not_before', '>', now).then(sql.lit(1)).end()).as('scheduled'),
    ])
    .where('repository_id', '=', repositoryId)
    .where('status', '=', sql.lit('pending'))
    .where('open_dependencies', '=', sql.lit(0))
    .executeTakeFirstOrThrow();
  const overdue = await db
    .selectFrom('work_items')
    .select(['id', 'token', 'status', 'lease_until', 'open_dependencies', 'not_before'])
    .where('repository_id', '=', repositoryId)
    .where('status', '=', sql.lit('in_flight'))
    .where(({ eb, or }) => or([eb('lease_until', '<=', now), eb('lease_until', '>', now + furthestLeaseMs)]))
    .execute();
  const expired = { ready: 0, blocked: 0, scheduled: 0 };
  for (const row of overdue) {
    const section = sectionOf(row, heartbeats, now);
    if (section === 'ready' || section === 'blocked' || section === 'scheduled') expired[section] += 1;
  }
  const of = (status: WorkItemStatus): number => byStatus.get(status) ?? 0;
  const scheduled = Number(free.scheduled);
  return {
    needs_you: of('waiting_human'),
    ready: Number(free.all) - scheduled + expired.ready,
    in_flight: of('in_flight') - expired.ready - expired.blocked - expired.scheduled,
    blocked: of('pending') - Number(free.all) + expired.blocked,
    scheduled: scheduled + expired.scheduled,
    done: of('done') + of('failed') + of('cancelled'),
  };
}
