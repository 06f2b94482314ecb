import { type RawBuilder, sql } from 'kysely';
import { eventFacts, type OwnEventType, type TrendCount } from '../../domain/event/ownEvents.js';
import type { RetroReads } from '../../domain/event/retro.js';
import { countedTypes, trendTypes } from '../../domain/event/trend.js';
import type { FindingSeverity } from '../../domain/finding/findingSeverity.js';
import { importedEventType } from '../../domain/import/planEvents.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { openStatuses, type WorkItemStatus } from '../../domain/workItem/workItemStatus.js';
import { Queries } from './queries.js';

/** Every time zone's offset is a multiple of this, so every day begins at one. */
const quarterMs = 900_000;
const maxReasons = 20;

/** Events after which a work item waits to be claimed again. */
const waits = [
  'work_item_created',
  'work_item_released',
  'work_item_handed_over',
  'work_item_reopened',
  'work_item_advanced',
] as const;
const refusals = ['attempt_refused', 'approval_refused', 'gate_overridden', 'owned_path_violated'] as const;
const confirms = ['finding_fixed', 'finding_resolved_on_branch'] as const;
const refutes = ['finding_wontfixed'] as const;
const firstAnswers = ['review_recorded', 'changes_requested', 'worker_approved', 'worker_sent_back'] as const;

/** Read-only counts of events from `from` (inclusive) to `to` (exclusive), ms UTC. */
export class RetroQueries extends Queries {
  async read(from: number, to: number): Promise<RetroReads> {
    const window = this.#window(from, to);
    return {
      ...(await this.#counts(from, to)),
      quarters: await this.#quarters(window),
      openNow: await this.#open(),
      netAfter: await this.#net(to),
      claimWaits: await this.#claimWaits(window),
      workTimes: await this.#workTimes(window),
      findings: await this.#findings(window),
      refusals: await this.refusals(from, to),
      backedUpLanes: await this.#backedUp(window),
      agents: await this.#agents(window),
    };
  }

  /** Counts by kind and status, and the last changed open items. */
  async items(limit: number): Promise<DashboardItems> {
    const kinds = await this.#rows<DashboardItems['kinds'][number]>(
      sql`select kind, status, count(*) as count from work_items where repository_id = ${this.repositoryId} group by 1, 2`,
    );
    const open = await this.#rows<DashboardItems['open'][number]>(
      sql`select number, key, title, kind, status, owner, updated_at from work_items
        where repository_id = ${this.repositoryId} and status in (${literals(openStatuses)})
        order by updated_at desc, number desc limit ${sql.lit(limit)}`,
    );
    return { kinds, open, openTotal: await this.#open() };
  }

  /** Figures of a snapshot; compactions and violations since `since`, ms UTC. */
  async figures(since: number): Promise<Record<Figure, number>> {
    const own = sql`repository_id = ${this.repositoryId}`;
    const recent = (type: string) =>
      sql`(select count(*) from events where ${own} and ts >= ${since} and type = ${sql.lit(type)})`;
    const [row] = await this.#rows<Record<Figure, number>>(
      sql`select (select count(*) from events where ${own}) as events,
        (select coalesce(sum(input_tokens), 0) from decisions where ${own}) as inputTokens,
        (select coalesce(sum(output_tokens), 0) from decisions where ${own}) as outputTokens,
        ${recent('compaction_recorded')} as compactions,
        ${recent('owned_path_violated')} as violations,
        (select count(*) from tasks where ${own}) as tasks,
        (select count(*) from tasks where ${own} and archived_at is not null) as archivedTasks`,
    );
    return row as Record<Figure, number>;
  }

  #window(from: number, to: number): RawBuilder<boolean> {
    return sql<boolean>`e.repository_id = ${this.repositoryId} and e.ts >= ${from} and e.ts < ${to}`;
  }

  /** Events imported from another tracker count at their original time and for their original actor. */
  async #counts(from: number, to: number): Promise<Pick<RetroReads, 'byType' | 'byActor' | 'resolutions'>> {
    const window = this.#window(from, to);
    const isImported = sql`e.type = ${sql.lit(importedEventType)}`;
    const happened = sql`select e.type, e.actor from events e where ${window} and not ${isImported}
      union all select e.type, json_extract(e.payload, '$.actor') from events e
        where e.repository_id = ${this.repositoryId} and ${isImported}
          and json_extract(e.payload, '$.at') >= ${new Date(from).toISOString()}
          and json_extract(e.payload, '$.at') < ${new Date(to).toISOString()}`;
    const byType = await this.#rows<{ type: string; count: number }>(
      sql`select type, count(*) as count from (${happened}) group by type`,
    );
    const byActor = await this.#rows<{ actor: string | null; count: number }>(
      sql`select actor, count(*) as count from (${happened}) group by actor`,
    );
    const resolutions = await this.#rows<{ status: string | null; count: number }>(
      sql`select json_extract(e.payload, '$.status') as status, count(*) as count from events e
        where ${window} and e.type = 'work_item_resolved' and json_valid(e.payload) group by 1`,
    );
    return { byType, byActor, resolutions };
  }

  /** By quarters of an hour since 1970. */
  async #quarters(window: RawBuilder<boolean>): Promise<RetroReads['quarters']> {
    const rows = await this.#rows<{ quarter: number; type: OwnEventType; count: number }>(
      sql`select e.ts / ${sql.lit(quarterMs)} as quarter, e.type, count(*) as count from events e
        where ${window} and e.type in (${literals(countedTypes())}) group by 1, 2`,
    );
    return rows.map(({ quarter, type, count }) => ({
      at: quarter * quarterMs,
      count,
      of: eventFacts(type)?.trend as TrendCount,
    }));
  }

  async #open(): Promise<number> {
    const [row] = await this.#rows<{ count: number }>(
      sql`select count(*) as count from work_items
        where repository_id = ${this.repositoryId} and status in (${literals(openStatuses)})`,
    );
    return row?.count ?? 0;
  }

  /** Items added minus items removed. */
  async #net(from: number): Promise<number> {
    const sum = (types: readonly string[]) => sql`sum(case when type in (${literals(types)}) then 1 else 0 end)`;
    const [row] = await this.#rows<{ net: number | null }>(
      sql`select ${sum([...trendTypes('created'), ...trendTypes('reopened')])} - ${sum(trendTypes('resolved'))} as net
        from events where repository_id = ${this.repositoryId} and ts >= ${from}`,
    );
    return row?.net ?? 0;
  }

  /** Waits for a claim, ms. A takeover counts as no wait. */
  async #claimWaits(window: RawBuilder<boolean>): Promise<number[]> {
    const rows = await this.#rows<{ wait: number }>(
      sql`select e.ts - max(
          (select max(p.ts) from events p
            where p.work_item_id = e.work_item_id and p.ts <= e.ts and p.id < e.id and p.type in (${literals(waits)})),
          coalesce((select max(d.resolved_at) from work_item_dependencies link join work_items d on d.id = link.depends_on_id
            where link.work_item_id = e.work_item_id and d.resolved_at <= e.ts), 0),
          coalesce((select w.not_before from work_items w where w.id = e.work_item_id and w.not_before <= e.ts), 0)
        ) as wait
        from events e
        where ${window} and e.type = 'work_item_claimed' and json_extract(e.payload, '$.previousOwner') is null`,
    );
    return rows.flatMap(({ wait }) => (wait === null ? [] : [Number(wait)]));
  }

  /** From the last claim to done, ms. */
  async #workTimes(window: RawBuilder<boolean>): Promise<number[]> {
    const rows = await this.#rows<{ time: number | null }>(
      sql`select e.ts - (select max(p.ts) from events p
          where p.work_item_id = e.work_item_id and p.ts <= e.ts and p.id < e.id and p.type = 'work_item_claimed') as time
        from events e
        where ${window} and e.type = 'work_item_resolved' and json_extract(e.payload, '$.status') = 'done'`,
    );
    return rows.flatMap(({ time }) => (time === null ? [] : [Number(time)]));
  }

  async #findings(window: RawBuilder<boolean>): Promise<RetroReads['findings']> {
    const types = [...trendTypes('opened'), ...trendTypes('closed')];
    const rows = await this.#rows<{ severity: FindingSeverity; type: OwnEventType; count: number }>(
      sql`select f.severity, e.type, count(*) as count from events e join findings f on ${ofFinding()}
        where ${window} and e.type in (${literals(types)}) and json_extract(e.payload, '$.takenBack') is not 1
        group by 1, 2`,
    );
    return rows.map(({ severity, type, count }) => ({
      severity,
      count,
      of: type === 'finding_recorded' ? 'opened' : type === 'finding_reopened' ? 'reopened' : 'closed',
    }));
  }

  /** Refused attempts, overridden gates and the like, most frequent first; ms UTC, `to` exclusive. */
  async refusals(from: number, to: number): Promise<RetroReads['refusals']> {
    return this.#rows(
      sql`select e.type,
          coalesce(json_extract(e.payload, '$.operation'), json_extract(e.payload, '$.hook'),
            json_extract(e.payload, '$.name')) as what,
          coalesce(json_extract(e.payload, '$.why'), json_extract(e.payload, '$.reason'),
            json_extract(e.payload, '$.path')) as why,
          count(*) as count
        from events e where ${this.#window(from, to)} and e.type in (${literals(refusals)})
        group by 1, 2, 3 order by count desc, 1, 2, 3 limit ${sql.lit(maxReasons)}`,
    );
  }

  /** Lanes whose worktree was backed up before removal. */
  async #backedUp(window: RawBuilder<boolean>): Promise<number> {
    const [row] = await this.#rows<{ count: number }>(
      sql`select count(distinct json_extract(e.payload, '$.lane')) as count from events e
        where ${window} and e.type in ('lane_closed', 'worker_cancelled')
          and json_extract(e.payload, '$.rescue') is not null`,
    );
    return row?.count ?? 0;
  }

  async #agents(window: RawBuilder<boolean>): Promise<RetroReads['agents']> {
    const items = await this.#rows<AgentRow & { done: number; reopened: number }>(
      sql`select e.actor, e.model, count(*) as done,
          sum(exists (select 1 from events r where r.work_item_id = e.work_item_id and r.ts >= e.ts and r.id > e.id
            and r.type = 'work_item_reopened')) as reopened
        from events e where ${window} and e.role = 'agent' and e.type = 'work_item_resolved'
          and json_extract(e.payload, '$.status') = 'done' group by 1, 2`,
    );
    // A review that lapsed because the branch moved has no commit and no judgement.
    const slices = await this.#rows<AgentRow & { answer: string | null; count: number }>(
      sql`select s.actor, s.model, s.answer, count(*) as count from (
          select e.actor, e.model, (
            select case r.type when 'worker_approved' then 'accepted'
                when 'review_recorded' then iif(json_extract(r.payload, '$.verdict') in ('pass', 'pass_with_findings'),
                  'accepted', 'sent back')
                else 'sent back' end
              from events r
              where r.repository_id = ${this.repositoryId} and r.task_id = e.task_id and r.ts >= e.ts and r.id > e.id
                and r.type in (${literals(firstAnswers)})
                and (r.type <> 'review_recorded' or json_extract(r.payload, '$.mode') = 'branch')
                and (r.type <> 'worker_sent_back' or json_extract(r.payload, '$.commit') is not null)
              order by r.ts, r.id limit 1) as answer
          from events e where ${window} and e.role = 'agent' and e.type = 'slice_closed') s
        group by 1, 2, 3`,
    );
    const outcomes = await this.#rows<AgentRow & { confirmed: number; refuted: number }>(
      sql`select f.actor, f.model,
          count(distinct case when e.type in (${literals(confirms)}) then f.number end) as confirmed,
          count(distinct case when e.type in (${literals(refutes)}) then f.number end) as refuted
        from events e join findings f on ${ofFinding()}
        where ${window} and f.role = 'agent' and e.type in (${literals([...confirms, ...refutes])}) group by 1, 2`,
    );
    const merges = await this.#rows<{ actor: string | null; model: string | null; time: number }>(
      sql`select coalesce(w.agent, l.owner) as actor, l.model, e.ts - l.created_at as time
        from events e
        join lanes l on l.repository_id = e.repository_id and l.number = ${numberIn('lane')}
        left join workers w on w.lane_id = l.id
        where ${window} and e.type = 'worker_merged' and e.ts >= l.created_at`,
    );
    return { items, slices, outcomes, merges };
  }

  async #rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.db);
    return rows as Row[];
  }
}

interface DashboardItems {
  readonly kinds: readonly { readonly kind: string; readonly status: WorkItemStatus; readonly count: number }[];
  readonly open: readonly Pick<WorkItemRow, 'number' | 'key' | 'title' | 'kind' | 'status' | 'owner' | 'updated_at'>[];
  readonly openTotal: number;
}

type Figure = 'events' | 'inputTokens' | 'outputTokens' | 'compactions' | 'violations' | 'tasks' | 'archivedTasks';

interface AgentRow {
  readonly actor: string | null;
  readonly model: string | null;
}

function numberIn(field: string): RawBuilder<number> {
  return sql<number>`cast(substr(json_extract(e.payload, ${sql.lit(`$.${field}`)}), 3) as integer)`;
}

const ofFinding = () => sql<boolean>`f.repository_id = e.repository_id and f.number = ${numberIn('finding')}`;

function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map(value => sql.lit(value)));
}
