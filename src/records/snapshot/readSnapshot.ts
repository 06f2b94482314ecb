import { failureMemoryMs } from '../../domain/event/toolFailure.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { countBySeverity, sumOfSeverities } from '../../domain/finding/findingSeverity.js';
import { endedStatuses, findingStatusFacts } from '../../domain/finding/findingStatus.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { livenessLevels } from '../../domain/worker/liveness.js';
import { workerStates } from '../../domain/worker/workerState.js';
import type { SnapshotReport } from '../../reports/snapshotReport.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { presentLanes } from '../lane/laneAccess.js';
import { readDashboard } from '../repository/readDashboard.js';
import type { HeartbeatSnapshot } from '../thread/openWork.js';

const limits = { tasks: 50, decisions: 5, findings: 50, ended: 10, tests: 5, errors: 10, reviews: 200 } as const;
const weekMs = 7 * 86_400_000;

/** Reads the repository's state in one read, without git; `readings` were read before the transaction. */
export async function readSnapshot(
  context: Pick<Context, 'actor'>,
  tx: Transaction,
  readings: HeartbeatSnapshot,
  utcOffsetMinutes: number,
): Promise<SnapshotReport> {
  const { now } = readings;
  const since = now - weekMs;
  const dashboard = await readDashboard(context, tx, readings, utcOffsetMinutes);
  const tasks = await readTasks(tx);
  const lanes = await presentLanes(tx, await tx.lanes.list(openStatuses), now, readings.liveness);
  const reviews = await readReviews(tx);
  const figures = await tx.retros.figures(since);
  const liveness = tally(lanes.map(({ worker }) => worker?.liveness ?? 'none'));
  const states = tally(lanes.flatMap(({ state }) => state ?? []));
  return {
    at: new Date(now).toISOString(),
    event: await tx.events.lastId(),
    dashboard,
    ...tasks,
    findings: await readFindings(tx),
    integrity: [...(await tx.retros.refusals(since, now))],
    agentErrors: (await tx.events.failures(now - failureMemoryMs, limits.errors)).map(
      ({ actor, last_at, ...failure }) => ({ agent: actor, ...failure, lastAt: iso(last_at) }),
    ),
    reviews,
    tests: (await tx.evidence.list({}, limits.tests)).map(row => ({
      ...{ ref: formatRef('evidence', row.number), command: row.command, passed: row.passed === 1 },
      ...{ actor: row.actor, at: iso(row.created_at) },
    })),
    lanes: lanes.map(({ ref, lane, status, state, worker, updatedAt }) => ({
      ...{ ref, lane, status, state, liveness: worker?.liveness ?? 'none' },
      ...{ agent: worker?.agent ?? null, reason: worker?.reason ?? null, since: worker?.stateChangedAt ?? updatedAt },
    })),
    metrics: {
      events: figures.events,
      tokenBurn: { input: figures.inputTokens, output: figures.outputTokens },
      contextPressure: { compactions: figures.compactions },
      laneHealth: Object.fromEntries(
        livenessLevels.map(level => [level, liveness[level] ?? 0]),
      ) as SnapshotReport['metrics']['laneHealth'],
      processHealth: Object.fromEntries(
        workerStates.map(state => [state, states[state] ?? 0]),
      ) as SnapshotReport['metrics']['processHealth'],
      drift: { violations: figures.violations, conflicted: states.CONFLICTED ?? 0 },
      archiveRate: figures.tasks === 0 ? null : figures.archivedTasks / figures.tasks,
      rejectionRate: reviews.recorded === 0 ? null : reviews.rejected / reviews.recorded,
    },
  };
}

async function readTasks(tx: Transaction): Promise<Pick<SnapshotReport, 'tasks' | 'plans' | 'decisions'>> {
  const rows = (await tx.tasks.live()).slice(0, limits.tasks);
  const plans = new Map((await tx.plans.list({}, 1000)).map(plan => [plan.id, plan]));
  const tasks: SnapshotReport['tasks'] = [];
  const decisions: SnapshotReport['decisions'] = [];
  for (const row of rows) {
    const ref = formatRef('task', row.number);
    tasks.push({
      ...{ ref, objective: row.objective, status: row.status, branch: row.branch },
      plan: row.plan_id === null ? null : (plans.get(row.plan_id)?.path ?? null),
      openFindings: await tx.findings.countOpen(row.id),
      updatedAt: iso(row.updated_at),
    });
    for (const { number, decision, actor, created_at } of await tx.decisions.ofTask(row.id, limits.decisions)) {
      decisions.push({ ref: formatRef('decision', number), task: ref, decision, actor, at: iso(created_at) });
    }
  }
  return {
    tasks,
    plans: rows.flatMap(({ plan_id, number }) => {
      const plan = plan_id === null ? undefined : plans.get(plan_id);
      return plan === undefined ? [] : [{ path: plan.path, status: plan.status, task: formatRef('task', number) }];
    }),
    decisions: decisions.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, limits.decisions),
  };
}

async function readFindings(tx: Transaction): Promise<SnapshotReport['findings']> {
  const counts = (await tx.findings.counts({})).filter(({ status }) => status === 'open');
  const open = Object.fromEntries(counts.map(({ severity, count }) => [severity, Number(count)]));
  const [oldest] = await tx.findings.list({ status: 'open', order: 'created', limit: 1 });
  const rows = await tx.findings.list({ status: 'open', order: 'severity', limit: limits.findings });
  const numbers = new Map((await tx.tasks.all()).map(({ id, number }) => [id, number]));
  const shown = (row: FindingRow): SnapshotReport['findings']['rows'][number] => {
    const task = row.task_id === null ? undefined : numbers.get(row.task_id);
    return {
      ref: formatRef('finding', row.number),
      task: task === undefined ? null : formatRef('task', task),
      ...{ severity: row.severity, status: row.status, path: row.path, text: row.text },
      changedAt: iso(row.updated_at),
    };
  };
  const ended = async (statuses: readonly FindingRow['status'][]) => {
    const lists: FindingRow[] = [];
    for (const status of statuses) {
      lists.push(...(await tx.findings.list({ status, order: 'updated', limit: limits.ended })));
    }
    return lists.sort((one, other) => other.updated_at - one.updated_at || other.number - one.number);
  };
  return {
    open: { total: sumOfSeverities(open), ...countBySeverity([]), ...open },
    oldestOpenAt: oldest === undefined ? null : iso(oldest.created_at),
    reopened: rows.filter(({ reopen_count }) => reopen_count > 0).length,
    rows: rows.map(shown),
    resolved: (await ended(endedStatuses.filter(status => findingStatusFacts[status].ending === 'fixed')))
      .slice(0, limits.ended)
      .map(shown),
    deferred: (await ended(endedStatuses.filter(status => findingStatusFacts[status].sarif === 'suppressed')))
      .slice(0, limits.ended)
      .map(shown),
  };
}

async function readReviews(tx: Transaction): Promise<SnapshotReport['reviews']> {
  const runs = await tx.reviewRuns.list({ status: 'recorded' }, limits.reviews);
  const accepted = runs.filter(({ verdict }) => verdict === 'pass' || verdict === 'pass_with_findings').length;
  return { recorded: runs.length, accepted, rejected: runs.length - accepted };
}

function tally<Value extends string>(values: readonly Value[]): Partial<Record<Value, number>> {
  const counts: Partial<Record<Value, number>> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
