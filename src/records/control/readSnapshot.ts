import { agentNamed } from '../../domain/agent/agents.js';
import type { AgentSessionRow } from '../../domain/agentSession/agentSessionRow.js';
import type { ControlShiftRow } from '../../domain/control/controlShiftRow.js';
import type { ControlSnapshot, ItemFacts, RunningSession, Try } from '../../domain/control/controlSnapshot.js';
import { providerEnd, sessionTry } from '../../domain/control/sessionTry.js';
import type { EventRow } from '../../domain/event/eventRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { addDays } from '../../domain/time/isoWeek.js';
import { dateIn, startOfDate } from '../../domain/time/timeZone.js';
import type { WorkerState } from '../../domain/worker/workerState.js';
import { isLeaseExpired } from '../../domain/workItem/lease.js';
import { questionsOf } from '../../domain/workItem/question.js';
import { compareQueueOrder } from '../../domain/workItem/queueOrder.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { openStatuses as openItemStatuses } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Transaction } from '../../store/store.js';
import { type BudgetRules, spentMessage, usedBudget } from '../agentSession/budgets.js';
import { taker } from '../thread/answerQuestion.js';
import { waitsOfAll } from '../workItem/waitsOf.js';
import { evidenceOfTries } from './evidenceOfTries.js';
import { isOfControl } from './isOfControl.js';
import { readUsed } from './readUsed.js';

/** Sessions that ended before are forgotten, ms. */
const memoryMs = 14 * 86_400_000;
const maxItems = 100_000;
const maxFailures = 1000;
const exclusiveLabel = 'exclusive';

/** Facts from outside of the store. */
export interface Surroundings {
  readonly now: number;
  /** Agents that can be started somewhere, by key, and those that cannot be started here. */
  readonly agents: readonly string[];
  readonly missing: readonly string[];
  /** Branches elsewhere by the number of the item in their names. */
  readonly elsewhere: ReadonlyMap<number, string>;
  readonly untilAt: number | null;
  readonly budget: BudgetRules;
}

/** Reads all open work and its sessions, in one transaction. */
export async function readSnapshot(
  transaction: Transaction,
  shift: ControlShiftRow | undefined,
  around: Surroundings,
): Promise<ControlSnapshot> {
  const { now } = around;
  const heartbeats = transaction.heartbeats();
  const rows: WorkItemRow[] = [];
  for (const status of openItemStatuses) {
    rows.push(...(await transaction.workItems.list({ now, heartbeats, status, order: 'queue', limit: maxItems })));
  }
  rows.sort(compareQueueOrder);
  const lanes = (await transaction.lanes.list(openStatuses)).filter(({ kind }) => kind === 'implement');
  const workers = new Map(
    (await transaction.workers.ofLanes(lanes.map(({ id }) => id))).map(row => [row.lane_id, row.state]),
  );
  const laneOf = new Map(lanes.map(lane => [lane.work_item_id, lane]));
  const unfinished = await transaction.agentSessions.unfinished();
  const asking = await askingSessions(transaction);
  const ended = await transaction.agentSessions.endedSince(now - memoryMs);
  const failed = await failedStarts(transaction, shift);
  const waits = await waitsOfAll(transaction, rows);
  const parents = new Set(rows.map(({ parent_id }) => parent_id));
  const evidence = await evidenceOfTries(transaction, ended, new Set(rows.map(({ id }) => id)));
  const startFailed = failedBeforeBegin(ended);
  const faults = failed.filter(isPlaceFault);
  for (const { work_item_id: item, ts } of faults) {
    if (item !== null) startFailed.set(item, Math.max(ts, startFailed.get(item) ?? 0));
  }
  const triesOf = groupTries(
    ended,
    failed.filter(one => !isPlaceFault(one)),
    evidence,
  );
  const ownNames = new Map<string, Set<string>>();
  for (const { work_item_id, actor } of ended) {
    if (work_item_id === null) continue;
    ownNames.set(work_item_id, (ownNames.get(work_item_id) ?? new Set()).add(actor));
  }
  const sessionOf = new Map<string | null, AgentSessionRow>();
  const others: AgentSessionRow[] = [];
  const open = new Set(rows.map(({ id }) => id));
  for (const session of unfinished) {
    if (session.work_item_id !== null && open.has(session.work_item_id)) sessionOf.set(session.work_item_id, session);
    else others.push(session);
  }
  const running = (session: AgentSessionRow): RunningSession => ({
    agent: session.agent,
    since: session.started_at ?? session.requested_at,
    asksPermission: asking.has(session.id),
    isStopping: session.stop_at !== null,
    isOfControl: isOfControl(session),
  });
  const itemFacts = (row: WorkItemRow): ItemFacts => {
    const lane = laneOf.get(row.id);
    const session = sessionOf.get(row.id);
    const isFree = row.status !== 'in_flight' || isLeaseExpired(row, heartbeats, now);
    const isOurs = row.owner === null || row.owner === taker.name || ownNames.get(row.id)?.has(row.owner) === true;
    const answeredAt = Math.max(0, ...questionsOf(row).map(one => one.answeredAt ?? 0));
    const open = questionsOf(row).filter(({ how }) => how === null);
    const { assignee } = row;
    const named = assignee === null ? undefined : agentKey(assignee, around.agents);
    return {
      ref: formatRef('workItem', row.number),
      title: row.title,
      status: row.status,
      isExclusive: (JSON.parse(row.labels) as string[]).some(label => label.toLowerCase() === exclusiveLabel),
      hasOpenParts: parents.has(row.id),
      waitsFor: (waits.get(row.id) ?? [])
        .filter(({ status }) => row.open_dependencies > 0 && status !== 'done')
        .map(({ number }) => formatRef('workItem', number)),
      notBefore: row.not_before,
      assignee: assignee === null ? null : { name: named ?? assignee, isAgent: named !== undefined },
      holder: isFree || isOurs ? null : row.owner,
      lane: lane?.name ?? null,
      worker: lane === undefined ? null : ((workers.get(lane.id) as WorkerState | undefined) ?? null),
      elsewhere: lane === undefined ? (around.elsewhere.get(row.number) ?? null) : null,
      question: open.map(({ question }) => question).join(' ') || null,
      session: session === undefined ? null : running(session),
      startFailedAt: startFailed.get(row.id) ?? null,
      tries: (triesOf.get(row.id) ?? []).filter(({ endedAt }) => endedAt > answeredAt).map(forgetStop(shift)),
    };
  };
  const laneById = new Map(
    (await transaction.lanes.ofIds(others.map(({ lane_id }) => lane_id))).map(one => [one.id, one]),
  );
  return {
    items: rows.map(itemFacts),
    others: others.flatMap(session => {
      const lane = laneById.get(session.lane_id);
      if (lane === undefined) return [];
      return { ref: formatRef('lane', lane.number), title: lane.name, session: running(session) };
    }),
    ends: ended.map(providerEnd),
    missing: around.missing,
    placeFault: inARow(faults, [...ended, ...unfinished]),
    spentDay: await readSpentDay(transaction, around.budget, now),
    shift:
      shift === undefined
        ? undefined
        : {
            startedAt: shift.started_at,
            untilAt: around.untilAt,
            stop: shift.stop,
            used: (await readUsed(transaction, since(shift, [...ended, ...unfinished]), around.budget.prices, now))
              .used,
          },
  };
}

async function readSpentDay(
  transaction: Transaction,
  rules: BudgetRules,
  now: number,
): Promise<ControlSnapshot['spentDay']> {
  const used = await usedBudget(transaction, rules, { itemId: null, laneId: null, now });
  if (used === undefined || used.share < 1) return null;
  const { timeZone } = rules;
  return { text: say(spentMessage(used)), until: startOfDate(timeZone, addDays(dateIn(timeZone, now), 1)) };
}

/** Sessions that were asked for while control is on. */
function since({ started_at }: ControlShiftRow, sessions: readonly AgentSessionRow[]): AgentSessionRow[] {
  return sessions.filter(({ requested_at }) => requested_at >= started_at);
}

/** A stop by a person before control was switched on does not hold up work. */
function forgetStop(shift: ControlShiftRow | undefined): (one: Try) => Try {
  return one =>
    one.stoppedBy !== null && one.endedAt < (shift?.started_at ?? Number.POSITIVE_INFINITY)
      ? { ...one, stoppedBy: null }
      : one;
}

/** Key of an agent that an assignee names; undefined for a person. */
function agentKey(assignee: string, agents: readonly string[]): string | undefined {
  return agents.includes(assignee) ? assignee : agentNamed(assignee)?.harness;
}

/** Sessions with a request for permission that nobody has answered. */
async function askingSessions({ agentPermissions }: Transaction): Promise<ReadonlySet<string>> {
  return new Set((await agentPermissions.open()).map(({ session_id }) => session_id));
}

/** Starts that were refused since control is on, by their events. */
async function failedStarts(
  { events }: Transaction,
  shift: ControlShiftRow | undefined,
): Promise<readonly Pick<EventRow, 'work_item_id' | 'ts' | 'payload'>[]> {
  if (shift === undefined) return [];
  return events.list({ type: 'control_start_failed', from: shift.started_at }, 'newest', maxFailures);
}

/** Time of the last session of each item, ms UTC, if it ended before its agent began. */
function failedBeforeBegin(ended: readonly AgentSessionRow[]): Map<string, number> {
  const found = new Map<string, number>();
  const seen = new Set<string | null>([null]);
  for (const session of ended) {
    const { work_item_id: item } = session;
    if (item === null || seen.has(item)) continue;
    seen.add(item);
    const { trouble, at } = providerEnd(session);
    if (trouble === 'start') found.set(item, at);
  }
  return found;
}

type FailedStart = Pick<EventRow, 'work_item_id' | 'ts' | 'payload'>;

function isPlaceFault({ payload }: FailedStart): boolean {
  return (JSON.parse(payload) as { readonly isPlace?: boolean }).isPlace === true;
}

/** Faults since the last agent was asked for; both latest first. */
function inARow(faults: readonly FailedStart[], sessions: readonly AgentSessionRow[]): ControlSnapshot['placeFault'] {
  const since = Math.max(0, ...sessions.map(({ requested_at }) => requested_at));
  const row = faults.filter(({ ts }) => ts > since);
  const [last] = row;
  if (last === undefined) return null;
  return { count: row.length, at: last.ts, why: (JSON.parse(last.payload) as { readonly why: string }).why };
}

/** Tries by item, oldest first. */
function groupTries(
  ended: readonly AgentSessionRow[],
  failed: readonly Pick<EventRow, 'work_item_id' | 'ts' | 'payload'>[],
  evidence: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Try[]> {
  const away = say(message('sessions.runnerEnded'));
  const found = new Map<string, Try[]>();
  const add = (item: string | null, one: Try) => {
    if (item === null) return;
    const list = found.get(item);
    if (list === undefined) found.set(item, [one]);
    else list.push(one);
  };
  for (const session of ended) {
    const isAway = session.end_reason === 'crashed' && session.why === away;
    if (providerEnd(session).trouble === 'start') continue;
    add(session.work_item_id, sessionTry(session, { isAway, evidence: evidence.get(session.id) ?? null }));
  }
  for (const { work_item_id, ts, payload } of failed) {
    const { agent, why } = JSON.parse(payload) as { readonly agent: string; readonly why: string };
    const more = { evidence: null, isOfProvider: false, isAway: false, stoppedBy: null };
    add(work_item_id, { agent, endedAt: ts, end: 'failed', why, ...more });
  }
  for (const list of found.values()) list.sort((one, other) => one.endedAt - other.endedAt);
  return found;
}
