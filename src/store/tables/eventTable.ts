import { sql } from 'kysely';
import type { RecordedActor } from '../../domain/actor/sameActor.js';
import type { EventRow, EventView, NewEvent } from '../../domain/event/eventRow.js';
import type { OwnEventType } from '../../domain/event/ownEvents.js';
import type { ToolFailure } from '../../domain/event/toolFailure.js';
import { chunks } from './chunks.js';
import { takeNumbers } from './counter.js';
import { RowInserter } from './insertRows.js';
import { Queries } from './queries.js';

export interface EventFilter {
  /** A type, or a prefix: `finding_*`. */
  readonly type?: string | undefined;
  /** Ref of a record in the payload, such as `L-3`. */
  readonly about?: string | undefined;
  readonly workItemId?: string | undefined;
  readonly taskId?: string | undefined;
  /** `F-12`; faster the later `from` is. */
  readonly finding?: string | undefined;
  readonly actor?: string | undefined;
  /** ms UTC, inclusive. */
  readonly from?: number | undefined;
  /** ms UTC, exclusive. */
  readonly to?: number | undefined;
  readonly afterId?: number | undefined;
}

/** `newest` and `oldest` sort by time, then id; `commit` by id. */
export type EventOrder = 'newest' | 'oldest' | 'commit';

export interface EventPlace {
  readonly ts: number;
  readonly id: number;
}

export interface LanePlace {
  /** `L-3`. */
  readonly ref: string;
  readonly name: string;
  readonly taskId: string | null;
  /** Opening, ms UTC. */
  readonly since: number;
}

const actorColumns = ['actor', 'role', 'harness', 'model', 'session', 'lane'] as const;

export type LaneEventRow = Pick<EventRow, 'ts' | 'type' | 'payload' | (typeof actorColumns)[number]>;

export type EventActor = RecordedActor & Pick<EventRow, 'type'>;

export type ReviewEventRow = Pick<EventRow, 'id' | 'ts' | 'type' | 'actor' | 'role' | 'task_id' | 'payload'>;

const inserter = new RowInserter<EventRow>('events', [
  'repository_id',
  'id',
  'ts',
  'type',
  'actor',
  'role',
  'harness',
  'model',
  'effort',
  'session',
  'lane',
  'work_item_id',
  'task_id',
  'payload',
]);

/** Append-only timeline. */
export class EventTable extends Queries {
  /** Keeps this order, with consecutive ids; returns the first id. */
  async append(events: readonly NewEvent[]): Promise<number> {
    const first = await takeNumbers(this.db, this.repositoryId, 'event', events.length);
    await inserter.insert(
      this.db,
      events.map((event, index) => ({ ...event, repository_id: this.repositoryId, id: first + index })),
    );
    return first;
  }

  /** Starts after `after`, the last event of the previous page. */
  async list(filter: EventFilter, order: EventOrder, limit: number, after?: EventPlace): Promise<EventView[]> {
    let query = this.db
      .selectFrom('events')
      .leftJoin('work_items', 'work_items.id', 'events.work_item_id')
      .selectAll('events')
      .select('work_items.number as work_item_number')
      .where('events.repository_id', '=', this.repositoryId);
    if (filter.type?.endsWith('*')) {
      const beginning = filter.type.slice(0, -1);
      query = query.where(sql<boolean>`substr(events.type, 1, ${beginning.length}) = ${beginning}`);
    } else if (filter.type !== undefined) query = query.where('events.type', '=', filter.type);
    if (filter.about !== undefined) {
      query = query.where(
        sql<boolean>`${filter.about} in (
          json_extract(events.payload, '$.task'), json_extract(events.payload, '$.lane'),
          json_extract(events.payload, '$.run'), json_extract(events.payload, '$.finding'))`,
      );
    }
    if (filter.workItemId !== undefined) query = query.where('events.work_item_id', '=', filter.workItemId);
    if (filter.taskId !== undefined) query = query.where('events.task_id', '=', filter.taskId);
    if (filter.finding !== undefined) {
      query = query
        .where('events.type', 'like', 'finding%')
        .where(sql<string>`json_extract(events.payload, '$.finding')`, '=', filter.finding);
    }
    if (filter.actor !== undefined) query = query.where('events.actor', '=', filter.actor);
    if (filter.from !== undefined) query = query.where('events.ts', '>=', filter.from);
    if (filter.to !== undefined) query = query.where('events.ts', '<', filter.to);
    if (filter.afterId !== undefined) query = query.where('events.id', '>', filter.afterId);
    if (order === 'commit') {
      if (after !== undefined) query = query.where('events.id', '>', after.id);
      return query.orderBy('events.id').limit(limit).execute();
    }
    const direction = order === 'newest' ? 'desc' : 'asc';
    if (after !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('events.ts', 'events.id'), order === 'newest' ? '<' : '>', tuple(after.ts, after.id)),
      );
    }
    return query.orderBy('events.ts', direction).orderBy('events.id', direction).limit(limit).execute();
  }

  /** Distinct, unordered. */
  async actors(): Promise<string[]> {
    const rows = await this.db
      .selectFrom('events')
      .select('actor')
      .distinct()
      .where('repository_id', '=', this.repositoryId)
      .execute();
    return rows.flatMap(({ actor }) => actor ?? []);
  }

  /** Distinct, unordered. */
  async actorsOf(taskId: string, types: readonly string[]): Promise<EventActor[]> {
    const rows = await this.db
      .selectFrom('events')
      .select(actorColumns)
      .select('type')
      .distinct()
      .where('repository_id', '=', this.repositoryId)
      .where('task_id', '=', taskId)
      .where('type', 'in', types)
      .execute();
    return rows.flatMap(row => (row.actor === null ? [] : [{ ...row, actor: row.actor }]));
  }

  async lastPayload(taskId: string, type: OwnEventType): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('events')
      .select('payload')
      .where('repository_id', '=', this.repositoryId)
      .where('task_id', '=', taskId)
      .where('type', '=', type)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.payload;
  }

  /** Distinct, from the plan's first registration (`since`) on. */
  async registrarsOf(path: string, since: number): Promise<RecordedActor[]> {
    const rows = await this.db
      .selectFrom('events')
      .select(actorColumns)
      .distinct()
      .where('repository_id', '=', this.repositoryId)
      .where('ts', '>=', since)
      .where('type', '=', 'plan_registered')
      .where(sql<string>`json_extract(payload, '$.plan')`, '=', path)
      .execute();
    return rows.flatMap(row => (row.actor === null ? [] : [{ ...row, actor: row.actor }]));
  }

  /** Reviews and imports of these tasks, by id. */
  async ofReviews(taskIds: readonly string[]): Promise<ReviewEventRow[]> {
    const found: ReviewEventRow[] = [];
    for (const part of chunks(taskIds)) {
      const rows = await this.db
        .selectFrom('events')
        .select(['id', 'ts', 'type', 'actor', 'role', 'task_id', 'payload'])
        .where('repository_id', '=', this.repositoryId)
        .where('task_id', 'in', part)
        .where('type', 'in', ['task_imported', 'review_imported', 'review_recorded', 'changes_requested'])
        .orderBy('id')
        .execute();
      found.push(...rows);
    }
    return found;
  }

  /** True if this actor ever wrote an identical event in this session. */
  async isKnown({ type, actor, session, task_id, work_item_id, payload }: NewEvent): Promise<boolean> {
    const row = await this.db
      .selectFrom('events')
      .select('id')
      .where('repository_id', '=', this.repositoryId)
      .where('type', '=', type)
      .where('actor', '=', actor)
      .where('session', session === null ? 'is' : '=', session)
      .where('task_id', task_id === null ? 'is' : '=', task_id)
      .where('work_item_id', work_item_id === null ? 'is' : '=', work_item_id)
      .where('payload', '=', payload)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Latest such failure since `from`, with its count until then. */
  async failureOf(
    actor: string,
    fingerprint: string,
    from: number,
  ): Promise<Pick<ToolFailure, 'count' | 'last_at'> | undefined> {
    const { rows } = await sql<Pick<ToolFailure, 'count' | 'last_at'>>`
      select json_extract(payload, '$.count') as count, ts as last_at from events
      where repository_id = ${this.repositoryId} and ts >= ${from} and type = 'tool_failed' and actor = ${actor}
        and json_extract(payload, '$.fingerprint') = ${fingerprint}
      order by id desc limit 1`.execute(this.db);
    return rows[0];
  }

  /** Latest first. Those of 0.1.0 have no fingerprint and were written once. */
  async failures(from: number, limit: number): Promise<ToolFailure[]> {
    const { rows } = await sql<ToolFailure>`
      select actor, lane, json_extract(payload, '$.tool') as tool, json_extract(payload, '$.command') as command,
        json_extract(payload, '$.error') as error, coalesce(json_extract(payload, '$.count'), 1) as count, ts as last_at
      from events where repository_id = ${this.repositoryId} and id in (
        select max(id) from events where repository_id = ${this.repositoryId} and ts >= ${from} and type = 'tool_failed'
        group by actor, coalesce(json_extract(payload, '$.fingerprint'), payload))
      order by id desc limit ${limit}`.execute(this.db);
    return rows;
  }

  /** Decisions that name a run, of a task or since the run began, in recording order. */
  async decisionRuns(
    of: { readonly taskId: string } | { readonly run: string; readonly from: number },
  ): Promise<{ readonly ref: string; readonly decision: string; readonly run: string }[]> {
    const which =
      'taskId' in of
        ? sql`task_id = ${of.taskId} and json_extract(payload, '$.run') is not null`
        : sql`ts >= ${of.from} and json_extract(payload, '$.run') = ${of.run}`;
    const { rows } = await sql<{ ref: string; decision: string; run: string }>`
      select json_extract(payload, '$.ref') as ref, json_extract(payload, '$.decision') as decision,
        json_extract(payload, '$.run') as run from events
      where repository_id = ${this.repositoryId} and type in ('decision_recorded', 'slice_closed') and ${which}
      order by id`.execute(this.db);
    return rows;
  }

  /** Events since the lane was opened, of its worker, about its task, or by actors in it; by id. */
  async ofLane({ ref, name, taskId, since }: LanePlace): Promise<LaneEventRow[]> {
    return this.db
      .selectFrom('events')
      .select(actorColumns)
      .select(['ts', 'type', 'payload'])
      .where('repository_id', '=', this.repositoryId)
      .where('ts', '>=', since)
      .where(
        sql<boolean>`(lane = ${name} or task_id = ${taskId}
          or (type glob 'worker_*' or type = 'message_sent') and json_extract(payload, '$.lane') = ${ref})`,
      )
      .orderBy('id')
      .execute();
  }

  async lastId(): Promise<number> {
    const row = await this.db
      .selectFrom('counters')
      .select('value')
      .where('repository_id', '=', this.repositoryId)
      .where('name', '=', 'event')
      .executeTakeFirst();
    return row?.value ?? 0;
  }
}
