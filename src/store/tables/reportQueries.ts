import { sql } from 'kysely';
import type { WorkItemStatus } from '../../domain/workItem/workItemStatus.js';
import { openStatuses } from '../../domain/workItem/workItemStatus.js';
import { chunks } from './chunks.js';
import { Queries } from './queries.js';

/** How many items came in and went out in one of the periods asked for. */
export interface PeriodCounts {
  readonly created: number;
  readonly resolved: number;
}

/** A pending item and one of the dependencies that ended without being done. */
export interface StuckEdge {
  readonly number: number;
  readonly title: string;
  readonly blockerNumber: number;
  readonly blockerStatus: WorkItemStatus;
}

/** How an item asked a person. */
export interface Asked {
  /** ms UTC. */
  readonly at: number;
  /** Of the event, as JSON. */
  readonly payload: string;
}

/** A search for what waits behind an item stops at so many edges: a report needs no more. */
const edgeLimit = 5000;

/** Questions that only reports ask; reads alone. */
export class ReportQueries extends Queries {
  /**
   * Items created and resolved from each of `bounds` to the one after it (ms UTC, ascending); one entry less than bounds.
   * Reads only items that were touched since the first bound: both times are never later than the last change.
   */
  async countPeriods(bounds: readonly number[]): Promise<PeriodCounts[]> {
    const [created, resolved] = [await this.#count('created_at', bounds), await this.#count('resolved_at', bounds)];
    return bounds.slice(1).map((_end, period) => ({
      created: created.get(period) ?? 0,
      resolved: resolved.get(period) ?? 0,
    }));
  }

  async #count(column: 'created_at' | 'resolved_at', bounds: readonly number[]): Promise<Map<number, number>> {
    const [first, ...ends] = bounds;
    const last = ends.at(-1);
    if (first === undefined || last === undefined) return new Map();
    const branches = ends.map((end, period) => sql`when ${sql.ref(column)} < ${end} then ${sql.lit(period)}`);
    const rows = await this.db
      .selectFrom(({ selectFrom }) =>
        selectFrom('work_items')
          .select(sql<number>`case ${sql.join(branches, sql` `)} end`.as('period'))
          .where('repository_id', '=', this.repositoryId)
          .where('updated_at', '>=', first)
          .where(column, '>=', first)
          .where(column, '<', last)
          .as('placed'),
      )
      .select(({ fn }) => ['period', fn.countAll<number>().as('count')])
      .groupBy('period')
      .execute();
    return new Map(rows.map(row => [Number(row.period), Number(row.count)]));
  }

  /** What open items wait for these, directly or through others: each item's direct dependents, by ULID. */
  async openDependents(ids: readonly string[]): Promise<Map<string, string[]>> {
    const dependents = new Map<string, string[]>();
    const seen = new Set(ids);
    let layer = [...ids];
    let edges = 0;
    while (layer.length > 0 && edges < edgeLimit) {
      const next: string[] = [];
      for (const part of chunks(layer)) {
        const rows = await this.db
          .selectFrom('work_item_dependencies as edge')
          .innerJoin('work_items as item', 'item.id', 'edge.work_item_id')
          .select(['edge.depends_on_id', 'edge.work_item_id'])
          .where('edge.depends_on_id', 'in', part)
          .where('item.status', 'in', openStatuses)
          .orderBy('edge.depends_on_id')
          .orderBy('edge.work_item_id')
          .limit(edgeLimit)
          .execute();
        for (const row of rows) {
          const list = dependents.get(row.depends_on_id);
          if (list === undefined) dependents.set(row.depends_on_id, [row.work_item_id]);
          else list.push(row.work_item_id);
          if (!seen.has(row.work_item_id)) next.push(row.work_item_id);
          seen.add(row.work_item_id);
        }
        edges += rows.length;
      }
      layer = next;
    }
    return dependents;
  }

  /** Pending items with a dependency that failed or was cancelled, in the order of their numbers: the edges of the first `limit`. */
  async stuck(limit: number): Promise<{ total: number; edges: StuckEdge[] }> {
    const stuckItems = this.db
      .selectFrom('work_items as item')
      .innerJoin('work_item_dependencies as edge', 'edge.work_item_id', 'item.id')
      .innerJoin('work_items as blocker', 'blocker.id', 'edge.depends_on_id')
      .where('item.repository_id', '=', this.repositoryId)
      .where('item.status', '=', sql.lit('pending'))
      .where('item.open_dependencies', '>', sql.lit(0))
      .where('blocker.status', 'in', ['failed', 'cancelled']);
    const { total } = await stuckItems
      .select(({ fn }) => fn.count<number>('item.id').distinct().as('total'))
      .executeTakeFirstOrThrow();
    if (Number(total) === 0) return { total: 0, edges: [] };
    const first = stuckItems.select('item.number').distinct().orderBy('item.number').limit(limit);
    const edges = await stuckItems
      .select(['item.number', 'item.title', 'blocker.number as blockerNumber', 'blocker.status as blockerStatus'])
      .where('item.number', 'in', first)
      .orderBy('item.number')
      .orderBy('blocker.number')
      .execute();
    return { total: Number(total), edges };
  }

  /** When and how each of these items last asked a person, by ULID. */
  async lastAsked(ids: readonly string[]): Promise<Map<string, Asked>> {
    const asked = new Map<string, Asked>();
    for (const part of chunks(ids)) {
      const rows = await this.db
        .selectFrom('events')
        .select(['work_item_id', 'ts', 'payload'])
        .where('repository_id', '=', this.repositoryId)
        .where('work_item_id', 'in', part)
        .where('type', '=', 'work_item_asked')
        .orderBy('ts')
        .orderBy('id')
        .execute();
      for (const { work_item_id: id, ts, payload } of rows) if (id !== null) asked.set(id, { at: ts, payload });
    }
    return asked;
  }

  /** The titles of these items, by ULID. */
  async titles(ids: readonly string[]): Promise<Map<string, string>> {
    const titles = new Map<string, string>();
    for (const part of chunks(ids)) {
      const rows = await this.db.selectFrom('work_items').select(['id', 'title']).where('id', 'in', part).execute();
      for (const row of rows) titles.set(row.id, row.title);
    }
    return titles;
  }
}
