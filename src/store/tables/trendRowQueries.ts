import { sql } from 'kysely';
import type { FindingSeverity } from '../../domain/finding/findingSeverity.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { openStatuses } from '../../domain/workItem/workItemStatus.js';
import { Queries } from './queries.js';
import { hourOf } from './trendQueries.js';

export interface TrendEventFilter {
  /** ms UTC, inclusive. */
  readonly first: number;
  /** ms UTC, exclusive. */
  readonly last: number;
  /** Offset of the reader's clock from UTC, ms. */
  readonly shiftMs: number;
  /** Undefined: all events by agents. */
  readonly types: readonly string[] | undefined;
  readonly kind: string | undefined;
  readonly actor: string | undefined;
  readonly lane: string | undefined;
  /** 0 to 23 on the reader's clock. */
  readonly hour: number | undefined;
}

export interface TrendEvent {
  readonly ts: number;
  readonly type: string;
  readonly actor: string | null;
  /** `W-12`, `F-3`. */
  readonly ref: string | null;
  readonly title: string | null;
}

export interface TrendOpenRow {
  readonly ref: string;
  readonly title: string;
  readonly created_at: number;
  readonly actor: string | null;
}

interface Age {
  /** ms UTC, inclusive. */
  readonly since: number | undefined;
  readonly before: number | undefined;
}

/** Read-only lists of the rows behind the trends' numbers. */
export class TrendRowQueries extends Queries {
  /** Latest first; `total` ignores the limit. */
  async events(filter: TrendEventFilter, limit: number): Promise<{ total: number; events: TrendEvent[] }> {
    const { first, last, shiftMs, types, kind, actor, lane, hour } = filter;
    const finding = sql<
      string | null
    >`case when events.type like 'finding%' then json_extract(events.payload, '$.finding') end`;
    let query = this.db
      .selectFrom('events')
      .leftJoin('work_items as item', 'item.id', 'events.work_item_id')
      .where('events.repository_id', '=', this.repositoryId)
      .where('events.ts', '>=', first)
      .where('events.ts', '<', last);
    query = types === undefined ? query.where('events.role', '=', 'agent') : query.where('events.type', 'in', types);
    if (actor !== undefined) query = query.where('events.actor', '=', actor);
    if (lane !== undefined) query = query.where('events.lane', '=', lane);
    if (hour !== undefined) query = query.where(hourOf(shiftMs), '=', hour);
    if (kind !== undefined) {
      // Findings have no kind; filter as the counts do.
      query = query.where(({ or, eb }) =>
        or([eb('item.kind', '=', kind), ...(types === undefined ? [] : [eb('events.work_item_id', 'is', null)])]),
      );
    }
    const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await query
      .select(['events.ts', 'events.type', 'events.actor', 'item.number', 'item.title', finding.as('finding')])
      .orderBy('events.ts', 'desc')
      .orderBy('events.id', 'desc')
      .limit(limit)
      .execute();
    const texts = await this.#findingTexts(rows.flatMap(row => row.finding ?? []));
    return {
      total: Number(total),
      events: rows.map(row => ({
        ts: row.ts,
        type: row.type,
        actor: row.actor,
        ref: row.number === null ? row.finding : formatRef('workItem', row.number),
        title: row.title ?? (row.finding === null ? null : (texts.get(row.finding) ?? null)),
      })),
    };
  }

  /** Oldest first; `total` ignores the limit. */
  async openItems(
    { since, before, kind }: Age & { readonly kind: string | undefined },
    limit: number,
  ): Promise<{ total: number; rows: TrendOpenRow[] }> {
    let query = this.db
      .selectFrom('work_items')
      .where('repository_id', '=', this.repositoryId)
      .where('status', 'in', openStatuses);
    if (since !== undefined) query = query.where('created_at', '>=', since);
    if (before !== undefined) query = query.where('created_at', '<', before);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await query
      .select(['number', 'title', 'created_at', 'owner'])
      .orderBy('created_at')
      .orderBy('number')
      .limit(limit)
      .execute();
    return {
      total: Number(total),
      rows: rows.map(({ number, title, created_at, owner }) => ({
        ref: formatRef('workItem', number),
        title,
        created_at,
        actor: owner,
      })),
    };
  }

  /** Oldest first; `total` ignores the limit. */
  async openFindings(
    { since, before, severity }: Age & { readonly severity: FindingSeverity | undefined },
    limit: number,
  ): Promise<{ total: number; rows: TrendOpenRow[] }> {
    let query = this.db
      .selectFrom('findings')
      .where('repository_id', '=', this.repositoryId)
      .where('status', '=', 'open');
    if (severity !== undefined) query = query.where('severity', '=', severity);
    if (since !== undefined) query = query.where('created_at', '>=', since);
    if (before !== undefined) query = query.where('created_at', '<', before);
    const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await query
      .select(['number', 'text', 'created_at', 'actor'])
      .orderBy('created_at')
      .orderBy('number')
      .limit(limit)
      .execute();
    return {
      total: Number(total),
      rows: rows.map(({ number, text, created_at, actor }) => ({
        ref: formatRef('finding', number),
        title: text,
        created_at,
        actor,
      })),
    };
  }

  /** By `F-3`; few, those of one list. */
  async #findingTexts(refs: readonly string[]): Promise<Map<string, string>> {
    const numbers = [...new Set(refs)].map(ref => Number(/^F-(\d+)$/.exec(ref)?.[1])).filter(Number.isSafeInteger);
    if (numbers.length === 0) return new Map();
    const rows = await this.db
      .selectFrom('findings')
      .select(['number', 'text'])
      .where('repository_id', '=', this.repositoryId)
      .where('number', 'in', numbers)
      .execute();
    return new Map(rows.map(({ number, text }) => [formatRef('finding', number), text]));
  }
}
