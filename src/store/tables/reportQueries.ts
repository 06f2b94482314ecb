import { sql } from 'kysely';
import type { WorkItemStatus } from '../../domain/workItem/workItemStatus.js';
import { openStatuses } from '../../domain/workItem/workItemStatus.js';
import { chunks } from './chunks.js';
import { theseIds, waitingSql } from './heldBySql.js';
import { Queries } from './queries.js';

export interface PeriodCounts {
  readonly created: number;
  readonly resolved: number;
}

/** A pending item and a dependency that ended without being done. */
export interface StuckEdge {
  readonly number: number;
  readonly title: string;
  readonly blockerNumber: number;
  readonly blockerStatus: WorkItemStatus;
}

export interface Asked {
  /** ms UTC. */
  readonly at: number;
  /** JSON of the event. */
  readonly payload: string;
}

/** A report needs no more dependents. */
const edgeLimit = 5000;

export class ReportQueries extends Queries {
  /** Between adjacent `bounds` (ms UTC, ascending). Reads only items changed since the first bound, as neither time is later. */
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

  /** Direct dependents by ULID, of these items and their open dependents. */
  async openDependents(ids: readonly string[]): Promise<Map<string, string[]>> {
    const dependents = new Map<string, string[]>();
    const seen = new Set(ids);
    let layer = [...ids];
    let edges = 0;
    while (layer.length > 0 && edges < edgeLimit) {
      const next: string[] = [];
      for (const part of chunks(layer)) {
        const query = sql<{ depends_on_id: string; work_item_id: string }>`${waitingSql(theseIds(part))}
          select waiting.blocker_id as depends_on_id, waiting.item_id as work_item_id
          from waiting join work_items as item on item.id = waiting.item_id
          where item.status in (${sql.join(openStatuses)})
          order by depends_on_id, work_item_id
          limit ${edgeLimit}`;
        const { rows } = await query.execute(this.db);
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

  /** First `limit` pending items, by number, that wait for a failed or cancelled one. */
  async stuck(limit: number): Promise<{ total: number; edges: StuckEdge[] }> {
    // Starts from the few blockers: a part of a blocked epic has no edge of its own.
    const own = (condition: string) =>
      sql`select id from work_items where repository_id = ${this.repositoryId} and ${sql.raw(condition)}`;
    const blockers = sql`select distinct blocker.id
      from (
        ${own("status = 'pending' and open_dependencies > 0")}
        union all ${own("status = 'in_flight'")}
        union all ${own("status = 'waiting_human'")}
      ) as holder
      join work_item_dependencies as edge on edge.work_item_id = holder.id
      join work_items as blocker on blocker.id = edge.depends_on_id
      where blocker.status in ('failed', 'cancelled')`;
    const query = sql<StuckEdge>`${waitingSql(blockers)}
      select item.number, item.title, blocker.number as "blockerNumber", blocker.status as "blockerStatus"
      from waiting
      join work_items as item on item.id = waiting.item_id
      join work_items as blocker on blocker.id = waiting.blocker_id
      where item.status = 'pending'
      order by item.number, blocker.number`;
    const edges = (await query.execute(this.db)).rows;
    const numbers = [...new Set(edges.map(({ number }) => number))];
    const shown = new Set(numbers.slice(0, limit));
    return { total: numbers.length, edges: edges.filter(({ number }) => shown.has(number)) };
  }

  /** Latest question to a person, by ULID. */
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

  async titles(ids: readonly string[]): Promise<Map<string, string>> {
    const titles = new Map<string, string>();
    for (const part of chunks(ids)) {
      const rows = await this.db.selectFrom('work_items').select(['id', 'title']).where('id', 'in', part).execute();
      for (const row of rows) titles.set(row.id, row.title);
    }
    return titles;
  }
}
