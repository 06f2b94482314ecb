import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { furthestLeaseMs, type HeartbeatIndex } from '../../domain/workItem/lease.js';
import type { QueuePlace } from '../../domain/workItem/queueOrder.js';
import type { WorkItemSection } from '../../domain/workItem/workItem.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { terminalStatuses, type WorkItemStatus } from '../../domain/workItem/workItemStatus.js';
import { containsPattern, hasLabel, labelPattern, like, refBegins } from './like.js';
import { afterPlace, inQueueOrder } from './queueOrderSql.js';
import { hasOverdueClaim } from './readyStatement.js';
import type { Schema } from './schema.js';

export interface ListQuery {
  /** ms UTC. */
  readonly now: number;
  readonly heartbeats: HeartbeatIndex;
  readonly status?: WorkItemStatus | undefined;
  readonly section?: WorkItemSection | undefined;
  readonly kind?: string | undefined;
  readonly priority?: number | undefined;
  /** All of these, ignoring case. */
  readonly labels?: readonly string[] | undefined;
  readonly owner?: string | undefined;
  readonly assignee?: string | undefined;
  readonly parentId?: string | undefined;
  /** Substring of title or key, or prefix of the ref. */
  readonly text?: string | undefined;
  /** Only pending items, expired claims, and claims without a lease, unchanged since this time. */
  readonly staleSince?: number | undefined;
  /** `open`: open items in queue order, then ended ones, last changed first. */
  readonly order: 'updated' | 'queue' | 'created' | 'open';
  readonly limit: number;
  /** Last row of the previous page; `ended` is 1 if it has ended. */
  readonly after?: (QueuePlace & Pick<WorkItemRow, 'updated_at'> & { readonly ended: number }) | undefined;
}

type Builder = ExpressionBuilder<Schema, 'work_items'>;
type Condition = Expression<SqlBool>;
type Query = SelectQueryBuilder<Schema, 'work_items', WorkItemRow>;

const startingSections: readonly (WorkItemSection | undefined)[] = ['ready', 'blocked', 'scheduled'];

export async function listWorkItems(db: Kysely<Schema>, repositoryId: string, list: ListQuery): Promise<WorkItemRow[]> {
  // Usually no claim has expired, and one index then has the section in the requested order.
  const withExpired = startingSections.includes(list.section) && (await hasOverdueClaim(db, repositoryId, list.now));
  const query = db
    .selectFrom('work_items')
    .selectAll()
    .where('repository_id', '=', repositoryId)
    .where(builder => builder.and(conditionsOf(builder, list, withExpired)));
  return ordered(query, list).limit(list.limit).execute();
}

function conditionsOf(builder: Builder, list: ListQuery, withExpired: boolean): Condition[] {
  const conditions: Condition[] = [];
  if (list.status !== undefined) conditions.push(builder('status', '=', sql.lit(list.status)));
  if (list.section !== undefined) conditions.push(...sectionConditions(builder, list.section, list, withExpired));
  if (list.kind !== undefined) conditions.push(builder('kind', '=', list.kind));
  if (list.priority !== undefined) conditions.push(builder('priority', '=', list.priority));
  for (const label of list.labels ?? []) conditions.push(hasLabel(builder.ref('labels'), labelPattern(label)));
  if (list.owner !== undefined) conditions.push(builder('owner', '=', list.owner));
  if (list.assignee !== undefined) conditions.push(builder('assignee', '=', list.assignee));
  if (list.parentId !== undefined) conditions.push(builder('parent_id', '=', list.parentId));
  if (list.text !== undefined) conditions.push(textCondition(builder, list.text));
  if (list.staleSince !== undefined) conditions.push(staleCondition(builder, list, list.staleSince));
  return conditions;
}

/** SQL equivalent of `sectionOf`. Statuses are literals for the partial indexes. */
function sectionConditions(
  builder: Builder,
  section: WorkItemSection,
  list: ListQuery,
  withExpired: boolean,
): Condition[] {
  const pending = builder('status', '=', sql.lit('pending'));
  const waiting = (...conditions: Condition[]): Condition[] =>
    withExpired
      ? [builder.or([builder.and([pending, ...conditions]), builder.and([expired(builder, list), ...conditions])])]
      : [pending, ...conditions];
  const free = builder('open_dependencies', '=', sql.lit(0));
  switch (section) {
    case 'needs_you':
      return [builder('status', '=', sql.lit('waiting_human'))];
    case 'done':
      return [hasEnded(builder)];
    case 'blocked':
      return waiting(builder('open_dependencies', '>', sql.lit(0)));
    case 'scheduled':
      return waiting(free, builder('not_before', '>', list.now));
    case 'in_flight':
      return [builder('status', '=', sql.lit('in_flight')), builder.not(expired(builder, list))];
    case 'ready': {
      const started = builder.or([builder('not_before', 'is', null), builder('not_before', '<=', list.now)]);
      return waiting(free, started);
    }
  }
}

function hasEnded(builder: Builder): Condition {
  return builder(
    'status',
    'in',
    terminalStatuses.map(status => sql.lit(status)),
  );
}

/** Expired lease and no live heartbeat. Never null. */
function expired(builder: Builder, list: ListQuery): Condition {
  const conditions: Condition[] = [
    builder('status', '=', sql.lit('in_flight')),
    builder('lease_until', 'is not', null),
    builder.or([builder('lease_until', '<=', list.now), builder('lease_until', '>', list.now + furthestLeaseMs)]),
  ];
  for (const [id, token] of claimsWithHeartbeat(list.heartbeats, list.now)) {
    conditions.push(builder.or([builder('id', '<>', id), builder('token', '<>', token)]));
  }
  return builder.and(conditions);
}

function claimsWithHeartbeat(heartbeats: HeartbeatIndex, now: number): [string, number][] {
  const claims: [string, number][] = [];
  for (const [key, until] of heartbeats) {
    const [id, token] = key.split('.');
    if (until > now && until <= now + furthestLeaseMs && id !== undefined && token !== undefined)
      claims.push([id, Number(token)]);
  }
  return claims;
}

function staleCondition(builder: Builder, list: ListQuery, staleSince: number): Condition {
  return builder.or([
    builder('status', '=', sql.lit('pending')),
    expired(builder, list),
    builder.and([
      builder('status', '=', sql.lit('in_flight')),
      builder('lease_until', 'is', null),
      builder('updated_at', '<', staleSince),
    ]),
  ]);
}

/** Also ignores case as far as the engine folds it: beyond ASCII, engines differ. */
function textCondition(builder: Builder, text: string): Condition {
  const pattern = containsPattern(text);
  const folded = containsPattern(text.toLowerCase());
  return builder.or([
    ...(['title', 'key'] as const).flatMap(column => [
      like(builder.ref(column), pattern),
      like(builder.fn<string>('lower', [column]), folded),
    ]),
    ...refBegins('workItem', builder.ref('number'), text),
  ]);
}

function ordered(query: Query, { order, after }: ListQuery): Query {
  switch (order) {
    case 'queue':
      return inQueueOrder(after === undefined ? query : query.where(afterPlace(after)));
    case 'created':
      // Numbers are assigned in order of creation.
      return (after === undefined ? query : query.where('number', '>', after.number)).orderBy('number');
    case 'updated':
      return newestFirst(after === undefined ? query : query.where(changedBefore(after)));
    case 'open': {
      const rest =
        after === undefined
          ? query
          : query.where(builder =>
              after.ended === 0
                ? builder.or([hasEnded(builder), afterPlace(after)(builder)])
                : builder.and([hasEnded(builder), changedBefore(after)(builder)]),
            );
      const ofOpen = (column: keyof QueuePlace) => (builder: Builder) =>
        builder.case().when(hasEnded(builder)).then(null).else(builder.ref(column)).end();
      return newestFirst(
        rest
          .orderBy(hasEnded)
          .orderBy(ofOpen('priority'))
          .orderBy(ofOpen('rank'))
          .orderBy(ofOpen('due_sort'))
          .orderBy(ofOpen('number')),
      );
    }
  }
}

function newestFirst(query: Query): Query {
  return query.orderBy('updated_at', 'desc').orderBy('number', 'desc');
}

function changedBefore(after: Pick<WorkItemRow, 'updated_at' | 'number'>) {
  return ({ eb, refTuple, tuple }: Builder): Condition =>
    eb(refTuple('updated_at', 'number'), '<', tuple(after.updated_at, after.number));
}
