import type { AgentSessionRow } from '../../domain/agentSession/agentSessionRow.js';
import type { AgentUsageRow } from '../../domain/agentSession/agentUsageRow.js';
import type { Prices } from '../../domain/agentSession/prices.js';
import { type SessionCost, sessionCost } from '../../domain/agentSession/sessionCost.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { Transaction } from '../../store/store.js';

export interface CostedSession {
  readonly row: AgentSessionRow;
  readonly figures: readonly AgentUsageRow[];
  /** `W-12`; null for work without an item. */
  readonly item: string | null;
  /** Number of its attempt at the item; null for none. */
  readonly attempt: number | null;
  readonly cost: SessionCost;
}

/** Sessions with their use, in the order of `rows`. */
export async function costedSessions(
  transaction: Transaction,
  rows: readonly AgentSessionRow[],
  prices: Prices,
): Promise<CostedSession[]> {
  const figures = new Map<string, AgentUsageRow[]>(rows.map(({ id }) => [id, []]));
  for (const one of await transaction.agentUsage.ofSessions([...figures.keys()]))
    figures.get(one.session_id)?.push(one);
  const ids = [...new Set(rows.flatMap(({ work_item_id: id }) => (id === null ? [] : [id])))];
  const items = new Map(
    (await transaction.workItems.ofIds(ids)).map(({ id, number }) => [id, formatRef('workItem', number)]),
  );
  const attempts = new Map(
    await Promise.all(ids.map(async id => [id, await transaction.attempts.ofItem(id)] as const)),
  );
  return rows.map(row => {
    const own = figures.get(row.id) ?? [];
    const endedAt = row.ended_at ?? Number.POSITIVE_INFINITY;
    const made =
      row.started_at === null
        ? undefined
        : attempts.get(row.work_item_id ?? '')?.findLast(one => one.lane_id === row.lane_id && one.begun_at <= endedAt);
    return {
      ...{ row, figures: own, item: items.get(row.work_item_id ?? '') ?? null },
      ...{ attempt: made?.position ?? null, cost: sessionCost(own, row.model, prices) },
    };
  });
}
