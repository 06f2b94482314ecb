import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Actor } from '../../domain/actor/actor.js';
import { furthestLeaseMs, type HeartbeatIndex, isLeaseExpired } from '../../domain/workItem/lease.js';
import type { QueuePlace } from '../../domain/workItem/queueOrder.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { terminalStatuses } from '../../domain/workItem/workItemStatus.js';
import { hasLabel, labelPattern } from './like.js';
import { PreparedStatement } from './preparedStatement.js';
import { afterPlace, inQueueOrder } from './queueOrderSql.js';
import type { Schema } from './schema.js';

export interface ReadyFilter {
  /** ms UTC. */
  readonly now: number;
  /** A claim with a live heartbeat is not ready, even if its row is expired. */
  readonly heartbeats: HeartbeatIndex;
  readonly kind?: string | undefined;
  readonly label?: string | undefined;
  readonly assignee?: string | undefined;
  /** Excludes items with open parts, which come after these. */
  readonly leaves?: boolean | undefined;
  /** Excludes items assigned to others, and those with open parts. */
  readonly actor?: Pick<Actor, 'name' | 'harness'> | undefined;
}

interface Values extends QueuePlace {
  readonly repositoryId: string;
  readonly now: number;
  /** Later leases count as expired. */
  readonly furthest: number;
  readonly kind: string;
  readonly label: string;
  readonly assignee: string;
  readonly actor: string;
  readonly harness: string;
  readonly limit: number;
}

type Slots = <Name extends keyof Values>(name: Name) => Values[Name];
type Query = SelectQueryBuilder<Schema, 'work_items', WorkItemRow>;

/**
 * By set of conditions. Conditions on the status are literals for the partial indexes. Equality is `in (?)` and a limit of one
 * literal: SQLite prepares again for each value of `= ?` beside ORDER BY and of `limit ?`, at several times the query's cost.
 */
const statements = new Map<string, PreparedStatement<Values, WorkItemRow>>();

interface LeaseEnds {
  readonly earliest: number | null;
  readonly latest: number | null;
}

/** Usually no lease has expired, and no other query is needed. */
const leaseEnds = new PreparedStatement<{ repositoryId: string }, LeaseEnds>((db, slot) => {
  const end = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('work_items')
      .select('lease_until')
      .where('repository_id', 'in', [slot('repositoryId')])
      .where('status', '=', sql.lit('in_flight'))
      .where('lease_until', 'is not', null)
      .orderBy('lease_until', direction)
      .limit(sql.lit(1));
  return db.selectNoFrom([end('asc').as('earliest'), end('desc').as('latest')]);
});

/** Ignores heartbeats. */
export async function hasOverdueClaim(db: Kysely<Schema>, repositoryId: string, now: number): Promise<boolean> {
  const { earliest, latest } = (await leaseEnds.first(db, { repositoryId })) ?? { earliest: null, latest: null };
  return earliest !== null && (earliest <= now || (latest ?? 0) > now + furthestLeaseMs);
}

/** Startable pending items without open dependencies, in queue order. */
export function selectReady(
  db: Kysely<Schema>,
  repositoryId: string,
  filter: ReadyFilter,
  limit: number,
  after?: QueuePlace,
): Promise<WorkItemRow[]> {
  const statement = statementFor('ready', filter, limit, after, (query, slot) =>
    query
      .where('status', '=', sql.lit('pending'))
      .where('open_dependencies', '=', sql.lit(0))
      .where(({ eb, or }) => or([eb('not_before', 'is', null), eb('not_before', '<=', slot('now'))])),
  );
  return statement.rows(db, valuesOf(repositoryId, filter, limit, after));
}

/** Expired claims that are startable and have no open dependencies, in queue order. */
export async function selectExpired(
  db: Kysely<Schema>,
  repositoryId: string,
  filter: ReadyFilter,
  limit: number,
  after?: QueuePlace,
): Promise<WorkItemRow[]> {
  if (!(await hasOverdueClaim(db, repositoryId, filter.now))) return [];
  // Heartbeats are not in the rows: reads one more row for each, then drops live claims.
  const max = limit + filter.heartbeats.size;
  const statement = statementFor('expired', filter, max, after, (query, slot) =>
    query
      .where('status', '=', sql.lit('in_flight'))
      .where(({ eb, or }) => or([eb('lease_until', '<=', slot('now')), eb('lease_until', '>', slot('furthest'))]))
      .where('open_dependencies', '=', sql.lit(0))
      .where(({ eb, or }) => or([eb('not_before', 'is', null), eb('not_before', '<=', slot('now'))])),
  );
  const rows = await statement.rows(db, valuesOf(repositoryId, filter, max, after));
  return rows.filter(row => isLeaseExpired(row, filter.heartbeats, filter.now)).slice(0, limit);
}

function statementFor(
  name: string,
  filter: ReadyFilter,
  limit: number,
  after: QueuePlace | undefined,
  restrict: (query: Query, slot: Slots) => Query,
): PreparedStatement<Values, WorkItemRow> {
  const variant = [
    name,
    filter.kind !== undefined,
    filter.label !== undefined,
    filter.assignee !== undefined,
    filter.actor !== undefined,
    filter.leaves === true,
    limit === 1,
    after !== undefined,
  ].join();
  let statement = statements.get(variant);
  if (statement === undefined) {
    statement = new PreparedStatement<Values, WorkItemRow>((db, slot) => {
      let query = restrict(
        db
          .selectFrom('work_items')
          .selectAll()
          .where('repository_id', 'in', [slot('repositoryId')]),
        slot,
      );
      if (filter.kind !== undefined) query = query.where('kind', 'in', [slot('kind')]);
      if (filter.label !== undefined) query = query.where(({ ref }) => hasLabel(ref('labels'), slot('label')));
      if (filter.assignee !== undefined) query = query.where('assignee', 'in', [slot('assignee')]);
      if (filter.actor !== undefined && filter.assignee === undefined) {
        query = query.where(({ eb, or }) =>
          or([eb('assignee', 'is', null), eb('assignee', 'in', [slot('actor'), slot('harness')])]),
        );
      }
      if (filter.actor !== undefined || filter.leaves === true) {
        query = query.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('work_items as part')
                .select('part.id')
                .whereRef('part.parent_id', '=', 'work_items.id')
                .where(
                  'part.status',
                  'not in',
                  terminalStatuses.map(status => sql.lit(status)),
                ),
            ),
          ),
        );
      }
      if (after !== undefined) query = query.where(afterPlace(placeSlots(slot)));
      return inQueueOrder(query).limit(limit === 1 ? sql.lit(1) : slot('limit'));
    });
    statements.set(variant, statement);
  }
  return statement;
}

function placeSlots(slot: Slots): QueuePlace {
  return {
    priority: slot('priority'),
    rank: slot('rank'),
    due_sort: slot('due_sort'),
    number: slot('number'),
  };
}

function valuesOf(repositoryId: string, filter: ReadyFilter, limit: number, after: QueuePlace | undefined): Values {
  return {
    repositoryId,
    now: filter.now,
    furthest: filter.now + furthestLeaseMs,
    kind: filter.kind ?? '',
    label: filter.label === undefined ? '' : labelPattern(filter.label),
    assignee: filter.assignee ?? '',
    actor: filter.actor?.name ?? '',
    harness: filter.actor?.harness ?? '',
    limit,
    priority: after?.priority ?? 0,
    rank: after?.rank ?? 0,
    due_sort: after?.due_sort ?? 0,
    number: after?.number ?? 0,
  };
}
