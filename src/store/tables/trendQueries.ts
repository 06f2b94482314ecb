import { type RawBuilder, sql } from 'kysely';
import {
  countedTypes,
  type DayCell,
  type HourCell,
  type ReviewStep,
  reviewTypes,
  trendTypes,
} from '../../domain/event/trend.js';
import { bySeverity, type FindingSeverity } from '../../domain/finding/findingSeverity.js';
import { Queries } from './queries.js';

export interface TrendRange {
  /** ms UTC, inclusive. */
  readonly first: number;
  /** ms UTC, exclusive. */
  readonly last: number;
  /** Offset of the reader's clock from UTC, ms. */
  readonly shiftMs: number;
  /** Kind of work items; events about findings always count. */
  readonly kind: string | undefined;
  /** Only events with a greater id, those since the last count. */
  readonly afterId: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** SQLite keeps all that it groups in memory: 100 MB for a month with a million events. */
const maxAtOnce = 50_000;

/** Conditions for open work items, each with its own index. */
const openPlaces = [
  sql<boolean>`status = 'pending' and open_dependencies = 0`,
  sql<boolean>`status = 'pending' and open_dependencies > 0`,
  sql<boolean>`status = 'in_flight'`,
  sql<boolean>`status = 'waiting_human'`,
] as const;

/** Read-only counts over the timeline and over open items. */
export class TrendQueries extends Queries {
  /** One day's counts may be in several cells, to be added. */
  days(range: TrendRange): Promise<DayCell[]> {
    return this.#inParts(range, part => this.#days(part));
  }

  /** Events of agents by hour of day, in one or several cells to be added. */
  hours(range: TrendRange): Promise<HourCell[]> {
    return this.#inParts(range, part => this.#hours(part));
  }

  async #days(range: TrendRange): Promise<DayCell[]> {
    const sum = (types: readonly string[]) =>
      sql<number>`sum(case when type in (${literals(types)}) then 1 else 0 end)`;
    const day = sql<number>`(ts + ${sql.lit(range.shiftMs)}) / ${sql.lit(dayMs)}`;
    const rows = await this.#events(range)
      .select(['actor', 'lane'])
      .select([
        day.as('day'),
        sum(trendTypes('created')).as('created'),
        sum(trendTypes('claimed')).as('claimed'),
        sum(trendTypes('asked')).as('asked'),
        sum(trendTypes('resolved')).as('resolved'),
        sum(trendTypes('reopened')).as('reopened'),
        sum(trendTypes('opened')).as('opened'),
        sum(trendTypes('closed')).as('closed'),
      ])
      .where(sql<boolean>`type in (${literals(countedTypes())})`)
      .$if(range.kind !== undefined, query =>
        query.where(sql<boolean>`(work_item_id is null or ${this.#ofKind(range.kind ?? '')})`),
      )
      .groupBy([day, 'actor', 'lane'])
      .execute();
    return rows.map(row => ({
      day: Number(row.day),
      actor: row.actor,
      lane: row.lane,
      created: Number(row.created),
      claimed: Number(row.claimed),
      asked: Number(row.asked),
      resolved: Number(row.resolved),
      reopened: Number(row.reopened),
      opened: Number(row.opened),
      closed: Number(row.closed),
    }));
  }

  async #hours(range: TrendRange): Promise<HourCell[]> {
    const hour = hourOf(range.shiftMs);
    const rows = await this.#events(range)
      .select(['actor', 'lane'])
      .select(({ fn }) => [hour.as('hour'), fn.countAll<number>().as('events')])
      .where('role', '=', 'agent')
      .$if(range.kind !== undefined, query => query.where(this.#ofKind(range.kind ?? '')))
      .groupBy([hour, 'actor', 'lane'])
      .execute();
    return rows.map(row => ({
      hour: Number(row.hour),
      actor: row.actor,
      lane: row.lane,
      events: Number(row.events),
    }));
  }

  async people(range: TrendRange): Promise<string[]> {
    const rows = await this.#events(range).select('actor').distinct().where('role', '=', 'human').execute();
    return rows.flatMap(({ actor }) => actor ?? []);
  }

  /** Starts and ends of lane reviews, in order. */
  async reviewSteps(first: number, last: number, afterId: number): Promise<ReviewStep[]> {
    return this.db
      .selectFrom('events')
      .select(['id', 'ts', 'type', 'actor'])
      .select([
        sql<string | null>`json_extract(payload, '$.lane')`.as('ref'),
        sql<string | null>`json_extract(payload, '$.name')`.as('name'),
      ])
      .where('repository_id', '=', this.repositoryId)
      .where('ts', '>=', first)
      .where('ts', '<', last)
      .where('id', '>', afterId)
      .where(sql<boolean>`type in (${literals(reviewTypes())})`)
      .orderBy('id')
      .execute();
  }

  async hasSince(afterId: number, types: readonly string[]): Promise<boolean> {
    const row = await this.db
      .selectFrom('events')
      .select('id')
      .where('repository_id', '=', this.repositoryId)
      .where('id', '>', afterId)
      .where('type', 'in', types)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** By the first of `bounds` (ms UTC, descending) not after an item's creation; one more entry counts older items. */
  async openItems(bounds: readonly number[], kind: string | undefined): Promise<number[]> {
    const counts = Array.from({ length: bounds.length + 1 }, () => 0);
    const place = placeAmong(bounds);
    for (const condition of openPlaces) {
      const rows = await this.db
        .selectFrom('work_items')
        .select(({ fn }) => [place.as('place'), fn.countAll<number>().as('count')])
        .where('repository_id', '=', this.repositoryId)
        .where(condition)
        .$if(kind !== undefined, query => query.where('kind', '=', kind ?? ''))
        .groupBy('place')
        .execute();
      for (const row of rows) counts[Number(row.place)] = (counts[Number(row.place)] ?? 0) + Number(row.count);
    }
    return counts;
  }

  /** Likewise, by severity. */
  async openFindings(bounds: readonly number[]): Promise<Record<FindingSeverity, number[]>> {
    const empty = (): number[] => Array.from({ length: bounds.length + 1 }, () => 0);
    const counts = bySeverity(empty);
    const rows = await this.db
      .selectFrom('findings')
      .select(({ fn }) => ['severity', placeAmong(bounds).as('place'), fn.countAll<number>().as('count')])
      .where('repository_id', '=', this.repositoryId)
      .where('status', '=', 'open')
      .groupBy(['severity', 'place'])
      .execute();
    for (const row of rows) counts[row.severity][Number(row.place)] = Number(row.count);
    return counts;
  }

  /** Distinct, alphabetically. */
  async kinds(limit: number): Promise<string[]> {
    const rows = await this.db
      .selectFrom('work_items')
      .select('kind')
      .distinct()
      .where('repository_id', '=', this.repositoryId)
      .orderBy('kind')
      .limit(limit)
      .execute();
    return rows.map(({ kind }) => kind);
  }

  /** New events since the last count are few, and counted at once. */
  async #inParts<Cell>(range: TrendRange, count: (part: TrendRange) => Promise<Cell[]>): Promise<Cell[]> {
    const cells: Cell[] = [];
    for (let { first } = range; first < range.last; ) {
      const last = range.afterId > 0 ? range.last : await this.#endOfPart(first, range.last);
      cells.push(...(await count({ ...range, first, last })));
      first = last;
    }
    return cells;
  }

  async #endOfPart(first: number, last: number): Promise<number> {
    const next = await this.db
      .selectFrom('events')
      .select('ts')
      .where('repository_id', '=', this.repositoryId)
      .where('ts', '>=', first)
      .where('ts', '<', last)
      .orderBy('ts')
      .limit(1)
      .offset(maxAtOnce)
      .executeTakeFirst();
    // More events may be at this moment.
    return next === undefined ? last : Math.max(next.ts, first + 1);
  }

  #events({ first, last, afterId }: TrendRange) {
    const query = this.db
      .selectFrom('events')
      .where('repository_id', '=', this.repositoryId)
      .where('ts', '>=', first)
      .where('ts', '<', last);
    // Selects new events by id: few rows, for any range.
    return afterId === 0 ? query : query.where('id', '>', afterId);
  }

  #ofKind(kind: string): RawBuilder<boolean> {
    return sql<boolean>`work_item_id in (select id from work_items where repository_id = ${this.repositoryId} and kind = ${kind})`;
  }
}

export function hourOf(shiftMs: number): RawBuilder<number> {
  return sql<number>`(ts + ${sql.lit(shiftMs)}) / ${sql.lit(hourMs)} % 24`;
}

function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map(value => sql.lit(value)));
}

function placeAmong(bounds: readonly number[]): RawBuilder<number> {
  const branches = bounds.map((bound, index) => sql`when created_at >= ${bound} then ${sql.lit(index)}`);
  return sql<number>`case ${sql.join(branches, sql` `)} else ${sql.lit(bounds.length)} end`;
}
