import type { AgentPermissionRow } from '../../domain/agentSession/agentPermissionRow.js';
import type { AgentSessionRow } from '../../domain/agentSession/agentSessionRow.js';
import { isTakenAway } from '../../domain/agentSession/outcome.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { parseJson } from '../../domain/json/writtenJson.js';
import type { Lane } from '../../domain/lane/lane.js';
import type { LaneDependencyRow, LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import {
  type EndedAgent,
  type Need,
  type NeedFound,
  needOfLane,
  rankNeeds,
  unstartedAt,
} from '../../domain/lane/need.js';
import { commitAskedAbout } from '../../domain/message/mergeQuestion.js';
import { anyPerson, type MessageRow } from '../../domain/message/messageRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { endedWork, stepsAfter } from '../../domain/thread/endedWork.js';
import { type InProgress, inProgressOf } from '../../domain/thread/inProgress.js';
import { presentWorkerReport, reportNeeds } from '../../domain/worker/workerReport.js';
import type { WorkerReportRow } from '../../domain/worker/workerReportRow.js';
import type { HeartbeatIndex } from '../../domain/workItem/lease.js';
import { presentWorkItem } from '../../domain/workItem/presentWorkItem.js';
import type { WorkItem, WorkItemSection } from '../../domain/workItem/workItem.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { presentLanes } from '../lane/laneAccess.js';
import { mailboxOf } from '../message/mailboxOf.js';
import { type LivenessFactsOf, readLiveness } from '../presence/workerLiveness.js';
import { changesAskedOf } from '../review/changesAsked.js';
import { presentTasks } from '../task/taskAccess.js';
import { parentRefs } from '../workItem/workItemAccess.js';
import { heldWork } from './heldWork.js';
import { unreadyLanes } from './unreadyLanes.js';

/** Max work items and reports to rank by what they block, and max claims to list. */
const maxRanked = 200;

/** Work that needs a person and work in progress, over queue, tasks and lanes: equal on every surface. */
export interface OpenWork {
  readonly counts: Readonly<Record<WorkItemSection, number>>;
  /** Findings, blockers and questions first, then by how much each blocks. */
  readonly needsYou: { readonly total: number; readonly rows: readonly Need[] };
  readonly inProgress: { readonly total: number; readonly rows: readonly InProgress[] };
  /** Open lanes. */
  readonly lanes: readonly Lane[];
  /** Items in progress and those that wait for an answer, without their dependencies. */
  readonly items: readonly WorkItem[];
  /** Time when one of the lists changes without an event, in ms UTC; undefined for never. Ignores leases. */
  readonly changesAt: number | undefined;
}

export interface HeartbeatSnapshot {
  readonly now: number;
  readonly heartbeats: HeartbeatIndex;
  readonly liveness: LivenessFactsOf;
}

/** Input of `readOpenWork` outside of the database. Reads files: call it before the transaction. */
export async function readHeartbeats(context: Context): Promise<HeartbeatSnapshot> {
  const heartbeats = await context.store.heartbeats.all();
  const liveness = await readLiveness(context);
  return { now: context.clock.now(), heartbeats, liveness };
}

/** Reads open work, with questions to the caller and to any person. Runs no git. */
export async function readOpenWork(
  context: Pick<Context, 'actor'>,
  transaction: Transaction,
  { now, heartbeats, liveness }: HeartbeatSnapshot,
): Promise<OpenWork> {
  const counts = await transaction.workItems.counts(now, heartbeats);
  const section = (name: WorkItemSection) =>
    transaction.workItems.list({ now, heartbeats, section: name, order: 'queue', limit: maxRanked });
  const [waiting, claimed] = [await section('needs_you'), await section('in_flight')];
  const open = await transaction.lanes.list(openStatuses);
  const lanes = await presentLanes(transaction, open, now, liveness);
  const tasks = await transaction.tasks.live();
  const items = await withItemsOf(transaction, claimed, [...open, ...tasks]);
  const parents = await parentRefs(transaction, [...items, ...waiting]);
  const presented = (item: WorkItemRow): WorkItem => presentWorkItem(item, [], heartbeats, now, parents);
  const shown = items.map(presented);
  const needs = await needsOf(context, transaction, { open, lanes, tasks, waiting, items: shown, now });
  const taskRefs = new Map(tasks.map(({ id, number }) => [id, formatRef('task', number)]));
  const lightTasks = new Map(
    items.flatMap(({ number, task_id }) => {
      const task = taskRefs.get(task_id ?? '');
      return task === undefined ? [] : [[formatRef('workItem', number), task] as const];
    }),
  );
  const inProgress = inProgressOf({ lanes, tasks: await presentTasks(transaction, tasks), items: shown, lightTasks });
  const inFlight = new Set(shown.filter(isInFlight).map(({ ref }) => ref));
  const others = inProgress.filter(({ item }) => item === null || !inFlight.has(item));
  return {
    counts,
    needsYou: { total: needs.length + counts.needs_you - waiting.length, rows: needs },
    inProgress: { total: counts.in_flight + others.length, rows: inProgress },
    lanes,
    items: [...shown, ...waiting.map(presented)],
    changesAt: nextChange(lanes, now),
  };
}

function isInFlight({ section }: WorkItem): boolean {
  return section === 'in_flight';
}

async function withItemsOf(
  transaction: Transaction,
  claimed: readonly WorkItemRow[],
  holders: readonly Pick<LaneRow, 'work_item_id'>[],
): Promise<readonly WorkItemRow[]> {
  const listed = new Set(claimed.map(({ id }) => id));
  const others = new Set(holders.flatMap(({ work_item_id: id }) => (id === null || listed.has(id) ? [] : [id])));
  return [...claimed, ...(await transaction.workItems.ofIds([...others]))];
}

interface NeedRecords {
  readonly open: readonly LaneRow[];
  readonly lanes: readonly Lane[];
  readonly tasks: readonly TaskRow[];
  /** In queue order. */
  readonly waiting: readonly WorkItemRow[];
  readonly items: readonly WorkItem[];
  readonly now: number;
}

async function needsOf(
  context: Pick<Context, 'actor'>,
  transaction: Transaction,
  { open, lanes, tasks, waiting, items, now }: NeedRecords,
): Promise<Need[]> {
  const questions = await questionsTo(context, transaction);
  const reports = await transaction.workerReports.list({ open: true, after: 0, limit: maxRanked });
  const permissions = await transaction.agentPermissions.open();
  const after = await transaction.laneDependencies.all();
  const known = new Map(open.map(row => [row.id, row]));
  const named = [...questions, ...reports, ...permissions].map(({ lane_id: id }) => id);
  const missing = [...named, ...after.map(({ after_id: id }) => id)].filter(id => id !== null && !known.has(id));
  for (const row of await transaction.lanes.ofIds([...new Set(missing as string[])])) known.set(row.id, row);
  const asked = new Set(items.filter(item => item.section === 'needs_you').map(({ ref }) => ref));
  // Stateroom itself asks about commits; the lane does not wait for that answer.
  for (const row of questions) if (row.lane_id !== null && commitAskedAbout(row) === undefined) asked.add(row.lane_id);
  const unready = await unreadyLanes(transaction, open, lanes, tasks);
  const reviewed = await changesAskedOf(transaction, open);
  const sessions = await transaction.agentSessions.ofLanes(open.map(({ id }) => id));
  const found: NeedFound[] = [
    ...lanes.flatMap((lane, index) => {
      const isAsked = asked.has(lane.id) || asked.has(lane.workItem ?? '');
      const ended = endOfAgent(sessions, lane.id);
      const need = needOfLane(lane, now, {
        isAsked,
        asked: reviewed.get(lane.id),
        unready: unready.get(lane.id),
        ended,
      });
      const row = open[index];
      return need === undefined || row === undefined ? [] : [{ need, key: keyOf(row) }];
    }),
    ...(await ofMessages(transaction, questions, known)),
    ...(await ofPermissions(transaction, permissions, known)),
    ...(await ofReports(transaction, reports, known)),
    ...(await ofItems(transaction, waiting, tasks)),
    ...(await heldWork(transaction, { open, lanes, tasks, items })),
  ];
  return rankNeeds(found, await waitingRecords(transaction, { open, known, after, found }));
}

/** The last agent that Stateroom started in a lane; undefined without one, and while it runs. */
function endOfAgent(sessions: readonly AgentSessionRow[], laneId: string): EndedAgent | undefined {
  const last = sessions.find(({ lane_id }) => lane_id === laneId);
  if (last?.ended_at == null) return undefined;
  const didNotStart = last.started_at === null && !isTakenAway(last.end_reason);
  return { why: last.why, didNotStart, isProgram: last.agent === 'program' };
}

/** Key of a lane and its work item, which block the same. */
export function keyOf({ id, work_item_id }: Pick<LaneRow, 'id' | 'work_item_id'>): string {
  return work_item_id ?? id;
}

type Lanes = ReadonlyMap<string, LaneRow>;

async function questionsTo(context: Pick<Context, 'actor'>, transaction: Transaction): Promise<MessageRow[]> {
  const recipients = new Set([...mailboxOf(context, context.actor.name).recipients, anyPerson]);
  return (await transaction.messages.openQuestions()).filter(({ recipient }) => recipients.has(recipient));
}

async function ofMessages(
  transaction: Transaction,
  questions: readonly MessageRow[],
  lanes: Lanes,
): Promise<NeedFound[]> {
  const itemOf = await itemRefs(transaction, questions, lanes);
  return questions.map(row => {
    const ref = formatRef('message', row.number);
    const lane = row.lane_id === null ? undefined : lanes.get(row.lane_id);
    const reply = { operation: 'message.send', input: { replyTo: ref } };
    const commit = commitAskedAbout(row);
    const steps: Pick<Need, 'next' | 'acts'> =
      lane === undefined || commit === undefined
        ? { next: `message send "…" --reply-to ${ref}`, acts: [reply] }
        : {
            next: `lane record-merged ${lane.name} --commit ${commit.slice(0, 10)}`,
            acts: [{ operation: 'lane.recordMerged', input: { lane: lane.name, commit } }, reply],
          };
    return {
      need: {
        kind: 'question',
        ref,
        item: itemOf(lane),
        priority: null,
        lane: lane?.name ?? null,
        task: null,
        title: row.subject,
        text: null,
        from: row.sender,
        since: new Date(row.created_at).toISOString(),
        ...steps,
      },
      key: lane === undefined ? undefined : keyOf(lane),
    };
  });
}

/** Acts for which the agents that Stateroom runs ask permission. */
async function ofPermissions(
  transaction: Transaction,
  permissions: readonly AgentPermissionRow[],
  lanes: Lanes,
): Promise<NeedFound[]> {
  const itemOf = await itemRefs(transaction, permissions, lanes);
  const sessions = await transaction.agentSessions.ofIds(permissions.map(({ session_id: id }) => id));
  return permissions.flatMap(row => {
    const lane = lanes.get(row.lane_id);
    const session = sessions.find(({ id }) => id === row.session_id);
    if (lane === undefined || session === undefined || session.ended_at !== null) return [];
    const need = {
      kind: 'permission' as const,
      ref: formatRef('lane', lane.number),
      item: itemOf(lane),
      priority: null,
      lane: lane.name,
      task: null,
      title: row.title,
      text: null,
      from: session.actor,
      since: new Date(row.asked_at).toISOString(),
      next: `permit ${lane.name}`,
      acts: [{ operation: 'agent.permit', input: { id: lane.name, number: row.position } }],
    };
    return [{ need, key: keyOf(lane) }];
  });
}

async function ofReports(
  transaction: Transaction,
  reports: readonly WorkerReportRow[],
  lanes: Lanes,
): Promise<NeedFound[]> {
  const asking = reports.filter(({ outcome }) => reportNeeds[outcome] === 'help' || reportNeeds[outcome] === 'close');
  const itemOf = await itemRefs(transaction, asking, lanes);
  return asking.map(row => {
    const of = lanes.get(row.lane_id);
    const { ref, lane, summary, blockers, by, at } = presentWorkerReport(row, of?.name ?? row.lane_id);
    return {
      need: {
        kind: 'report',
        ref,
        item: itemOf(of),
        priority: null,
        lane,
        task: null,
        title: summary.split('\n')[0] ?? '',
        text: blockers.length === 0 ? null : blockers.join('; '),
        from: by,
        since: at,
        next: `report acknowledge ${ref}`,
        acts: [{ operation: 'report.acknowledge', input: { report: ref } }],
      },
      key: of === undefined ? undefined : keyOf(of),
    };
  });
}

/** Maps a row to the ref of its lane's work item; null for none. */
async function itemRefs(
  transaction: Transaction,
  rows: readonly { readonly lane_id: string | null }[],
  lanes: Lanes,
): Promise<(lane: LaneRow | undefined) => string | null> {
  const ids = rows.flatMap(({ lane_id: id }) => lanes.get(id ?? '')?.work_item_id ?? []);
  const items = ids.length === 0 ? [] : await transaction.workItems.ofIds([...new Set(ids)]);
  const refs = new Map(items.map(({ id, number }) => [id, formatRef('workItem', number)]));
  return lane => refs.get(lane?.work_item_id ?? '') ?? null;
}

async function ofItems(
  transaction: Transaction,
  items: readonly WorkItemRow[],
  tasks: readonly TaskRow[],
): Promise<NeedFound[]> {
  const ids = items.map(({ id }) => id);
  const lastAsked = await transaction.reports.lastAsked(ids);
  const lanes = await transaction.lanes.ofWorkItems(ids);
  return items.map(row => {
    const ref = formatRef('workItem', row.number);
    const asked = lastAsked.get(row.id);
    const ended = endedWork(
      row,
      lanes.filter(({ work_item_id: id }) => id === row.id),
      asked && parseJson(asked.payload),
    );
    const task = tasks.find(({ work_item_id: id }) => id === row.id);
    return {
      need: {
        kind: 'workItem',
        ref,
        item: ref,
        priority: row.priority,
        lane: null,
        task: null,
        title: row.title,
        text: row.question,
        from: row.owner,
        since: new Date(asked?.at ?? row.updated_at).toISOString(),
        ...(ended === undefined ? answerTo(ref) : stepsAfter(ref, ended, task && formatRef('task', task.number))),
      },
      key: row.id,
    };
  });
}

function answerTo(ref: string): Pick<Need, 'next' | 'acts'> {
  return {
    next: `queue advance ${ref} --answer "…"`,
    acts: [{ operation: 'queue.advance', input: { id: ref } }],
  };
}

interface Waits {
  readonly open: readonly LaneRow[];
  readonly known: Lanes;
  readonly after: readonly LaneDependencyRow[];
  readonly found: readonly NeedFound[];
}

/** Records that wait for each lane and work item: lanes opened after another, and dependents. */
async function waitingRecords(
  transaction: Transaction,
  { open, known, after, found }: Waits,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const waitingLanes = new Map(open.map(row => [row.id, keyOf(row)]));
  const itemKeys = new Set([...found.flatMap(({ key }) => key ?? []), ...waitingLanes.values()]);
  const waiting = new Map(await transaction.reports.openDependents([...itemKeys]));
  for (const { lane_id, after_id } of after) {
    const [waits, holds] = [waitingLanes.get(lane_id), known.get(after_id)];
    if (waits === undefined || holds === undefined) continue;
    waiting.set(keyOf(holds), [...(waiting.get(keyOf(holds)) ?? []), waits]);
  }
  return waiting;
}

function nextChange(lanes: readonly Lane[], now: number): number | undefined {
  const times = lanes.flatMap(lane => {
    const worseAt = lane.worker?.livenessChangesAt;
    return [worseAt == null ? undefined : Date.parse(worseAt), unstartedAt(lane)].filter(
      time => time !== undefined && time > now,
    );
  });
  return times.length === 0 ? undefined : Math.min(...(times as number[]));
}
