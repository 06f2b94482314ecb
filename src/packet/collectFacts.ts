import type { EvidenceRow } from '../domain/evidence/evidenceRow.js';
import { isFresh, sameCommand } from '../domain/evidence/freshness.js';
import { blockingSeverities } from '../domain/finding/findingSeverity.js';
import { formatRef } from '../domain/identifier/identifier.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { openStatuses } from '../domain/lane/laneStatus.js';
import { isRefusal, RefusalError } from '../domain/refusal/refusal.js';
import type { SliceRow } from '../domain/slice/sliceRow.js';
import type { TaskRow } from '../domain/task/taskRow.js';
import { isLeaseExpired } from '../domain/workItem/lease.js';
import type { WorkItemRow } from '../domain/workItem/workItemRow.js';
import { isTerminal } from '../domain/workItem/workItemStatus.js';
import type { GateReason } from '../gates/gate.js';
import { judgeGate } from '../gates/judgeGate.js';
import { storedReasons } from '../gates/storedReasons.js';
import type { PathChange } from '../git/workTree.js';
import { say } from '../messages/say.js';
import { attemptLines, heldSince } from '../records/attempt/attempts.js';
import { baseConfigOrDefaults } from '../records/baseConfig.js';
import type { Context } from '../records/context.js';
import { collectSnapshot, readContent } from '../records/gate/collectSnapshot.js';
import { callerOf } from '../records/holding/caller.js';
import { agoText } from '../records/holding/heldRefusal.js';
import { type Standing, standingOf } from '../records/holding/holder.js';
import { workerOf } from '../records/lane/laneAccess.js';
import { changesAsked } from '../records/review/changesAsked.js';
import { gradedRuns } from '../records/review/gradedRuns.js';
import { openRecords } from '../records/task/openRecords.js';
import { presentOneTask } from '../records/task/taskAccess.js';
import { readHeartbeats, readOpenWork } from '../records/thread/openWork.js';
import { itemsOfTask } from '../records/workItem/itemsOfTask.js';
import type { Transaction } from '../store/store.js';
import {
  type Advice,
  afterSlices,
  askedAdvice,
  endedAdvice,
  handedAdvice,
  holderAdvice,
  laneAdvice,
  leaveAdvice,
  nextAct,
  reviewedAdvice,
  sayAdvice,
  sayLaneState,
} from './advice.js';
import { packetSizes } from './fitPacket.js';
import {
  messageLine,
  readLane,
  readMeetings,
  readUnread,
  requiredLines,
  reviewOf,
  type StoredLane,
  type Unread,
} from './laneFacts.js';
import type { PacketFacts, RunFacts, SliceInProgress } from './packetFacts.js';
import type { ContextQueue } from './packetSchema.js';

const maxQueueEntries = 5;

/** Open work in the repository, as `status` counts it, and items that the caller could claim. */
export interface OpenQueue {
  readonly work: { readonly needsYou: number; readonly inProgress: number };
  readonly queue: ContextQueue;
}

export async function readOpen(context: Context): Promise<OpenQueue> {
  const readings = await readHeartbeats(context);
  const { name } = context.actor;
  return context.store.read(async transaction => {
    const { counts, needsYou, inProgress } = await readOpenWork(context, transaction, readings);
    const { now, heartbeats } = readings;
    const ready = await transaction.workItems.ready({ now, heartbeats, actor: context.actor }, maxQueueEntries);
    return {
      work: { needsYou: needsYou.total, inProgress: inProgress.total },
      queue: {
        ready: counts.ready,
        blocked: counts.blocked,
        yours: inProgress.rows
          .filter(({ who, item }) => who === name && item !== null)
          .slice(0, maxQueueEntries)
          .map(({ ref, title }) => ({ ref, title })),
        first: ready.map(({ number, title, priority }) => ({ ref: formatRef('workItem', number), title, priority })),
      },
    };
  });
}

/** The caller's work: a task, a lane, or both. */
export interface Work {
  readonly task: TaskRow | undefined;
  readonly lane: LaneRow | undefined;
}

export interface FactsWanted {
  readonly gates: boolean;
  /** True for all sections; otherwise git's data for them, and the next act, are left out. */
  readonly isWhole: boolean;
}

type Found = Omit<PacketFacts, 'store' | 'documents'>;

/** Collects the facts of the caller's work. Calls git. */
export async function collectFacts(context: Context, work: Work, { gates, isWhole }: FactsWanted): Promise<Found> {
  const { task, lane } = work;
  const gateCodes = gates && task !== undefined ? await gateSummary(context, task) : undefined;
  const directory = task?.worktree_path ?? lane?.worktree_path;
  const files = isWhole && directory != null ? await readFiles(context, directory) : undefined;
  const caller = await callerOf(context);
  const stored = await context.store.read(async transaction => {
    const runs = task === undefined ? [] : await transaction.evidence.ofTask(task.id, runsLookedAt);
    const own =
      task === undefined
        ? await readWithoutTask(transaction, lane, caller.now)
        : await readTask(transaction, task, caller.now);
    return {
      ...own,
      attempts: own.item && (await attemptLines(transaction, own.item.row.id)),
      standing: task && (await standingOf(transaction, caller, task)),
      lane: lane && (await readLane(context, transaction, lane)),
      asked: lane && (await askedIn(transaction, lane, own.facts)),
      unread: isWhole ? await readUnread(context, transaction, lane) : { rows: [], count: 0 },
      runs,
      proofs: files && (await transaction.evidence.ofTree(files.hash)),
    };
  });
  const { facts, item, reasons } = stored;
  const all: Found = {
    ...facts,
    ...(task === undefined ? {} : { gates: gateCodes ?? { store: reasons.map(({ code }) => code) } }),
    lane: stored.lane && lane && { ...stored.lane, ...(await readMeetings(context, lane)) },
  };
  if (!isWhole) return all;
  const slice = sliceInProgress(facts.slices ?? [], stored.runs, files?.hash);
  const lastRun = stored.runs[0] ?? stored.proofs?.[0];
  const uncommitted = files?.changed.map(({ path }) => path);
  const { gate } = await baseConfigOrDefaults(context);
  const review = lane?.kind === 'review' ? await reviewOf(context, lane) : undefined;
  const isAgent = caller.actor.role === 'agent';
  const held = isAgent && task ? leaveOf(stored.standing, task, caller.now) : undefined;
  const isHere = lane !== undefined;
  const holder =
    held === undefined && item && task ? holderAdvice({ ...item, isHere }, task, context.actor.name) : undefined;
  // Outside of its lane, the next act is not that of its task, also while its agent is away.
  const leave = held ?? (isAgent && item?.isInLane === true && !isHere ? holder : undefined);
  return {
    ...all,
    next: await nextOf(context, { ...stored, task, leave, slice, uncommitted, review }),
    ...(stored.attempts?.length ? { attempts: stored.attempts } : {}),
    // The current holder is reported once.
    item: item && {
      ...item,
      // A released item still names its former holder.
      row: item.isFree ? { ...item.row, owner: null } : item.row,
      hint: holder && holder !== leave ? await sayAdvice(context, holder) : undefined,
    },
    slice,
    lastRun: slice?.run === undefined && lastRun !== undefined ? runFacts(lastRun, files?.hash) : undefined,
    ...(gate.commands.length === 0 ? {} : { mustPass: requiredLines(gate, stored.proofs) }),
    uncommitted,
    ...(await messagesOf(context, stored.unread)),
  };
}

async function messagesOf(
  context: Context,
  { rows, count }: Unread,
): Promise<Pick<Found, 'messages' | 'messageCount'>> {
  if (count === 0) return {};
  return { messages: await Promise.all(rows.map(row => messageLine(context, row))), messageCount: count };
}

function leaveOf(standing: Standing | undefined, task: TaskRow, now: number): Advice | undefined {
  if (standing?.kind === 'handed') return handedAdvice(task, standing);
  if (standing?.kind !== 'held') return undefined;
  const { holder, seenAt } = standing;
  return leaveAdvice(holder.name, task, seenAt === undefined ? undefined : agoText(now - seenAt));
}

/** Review, `V-3`, that asks for changes of a submitted lane, else its first open finding that no gate lets pass. */
async function askedIn(transaction: Transaction, lane: LaneRow, { findings = [] }: Found): Promise<string | undefined> {
  const worker = await workerOf(transaction, lane.id);
  if (lane.kind !== 'implement' || worker?.state !== 'IN_REVIEW') return undefined;
  const run = await changesAsked(transaction, lane.branch, worker);
  if (run !== undefined) return formatRef('reviewRun', run.number);
  const finding = findings.find(({ severity }) => blockingSeverities.includes(severity));
  return finding && formatRef('finding', finding.number);
}

interface Standpoint extends Pick<Stored, 'facts' | 'reasons'> {
  readonly task: TaskRow | undefined;
  readonly lane: StoredLane | undefined;
  readonly leave: Advice | undefined;
  readonly slice: SliceInProgress | undefined;
  readonly uncommitted: readonly string[] | undefined;
  /** As of `reviewOf`; undefined outside of review lanes. */
  readonly review: string | undefined;
  /** As of `askedIn`. */
  readonly asked: string | undefined;
}

/** The one next act: of the task, unless the lane has to begin, waits or is answered first; then what a gate finds missing. */
async function nextOf(
  context: Context,
  { facts, reasons, task, lane, ...now }: Standpoint,
): Promise<string | undefined> {
  const ofLane = (isBusy: boolean) => lane && nextInLane(context, lane, isBusy, now);
  if (task === undefined) return ofLane(true);
  const left = {
    task,
    slice: now.slice,
    hasSlices: facts.slices?.length !== 0,
    uncommitted: now.uncommitted?.length,
    blockers: facts.open?.blockers ?? [],
    nextActions: facts.open?.nextActions ?? [],
  };
  const advice = endedAdvice(task) ?? now.leave;
  if (advice !== undefined) return sayAdvice(context, advice);
  const first = (await ofLane(false)) ?? nextAct(left);
  if (first !== undefined) return typeof first === 'string' ? first : sayAdvice(context, first);
  const [reason] = reasons;
  if (reason !== undefined) return remedyText(context, reason);
  const isBegun = left.hasSlices || task.light === 1;
  return (isBegun ? await ofLane(true) : undefined) ?? sayAdvice(context, afterSlices(left));
}

/** Next act in a lane; undefined for one at work, unless `isBusy` says to submit it. */
async function nextInLane(
  context: Context,
  { lane }: StoredLane,
  isBusy: boolean,
  { review, asked }: Pick<Standpoint, 'review' | 'asked'>,
): Promise<string | undefined> {
  const { kind, state, waitsFor } = lane;
  if (state === 'IN_REVIEW' && asked !== undefined) return sayAdvice(context, askedAdvice(asked));
  if (state === null || (state === 'WORKING' && kind !== 'review' && !isBusy)) return undefined;
  const reviewed =
    review === undefined || review === 'open' ? undefined : reviewedAdvice(review === 'ended' ? undefined : review);
  const advice = waitsFor.length > 0 ? undefined : (reviewed ?? laneAdvice(kind, state));
  return advice === undefined ? sayLaneState(context, state) : sayAdvice(context, advice);
}

/** A reason against closing the task, with the remedy. */
async function remedyText({ withNext }: Context, reason: GateReason): Promise<string> {
  const { text, fix } = withNext === undefined ? reason : await withNext(reason);
  return `${say(text)} ${say(fix)}`;
}

/** Reason codes by gate; for a gate that fails, the error. */
async function gateSummary(context: Context, row: TaskRow): Promise<Record<string, string[]>> {
  try {
    const { snapshot } = await collectSnapshot(context, { task: row.id });
    const codes = (gate: 'review-ready' | 'close-check') => judgeGate(gate, snapshot).reasons.map(({ code }) => code);
    return { 'review-ready': codes('review-ready'), 'close-check': codes('close-check') };
  } catch (error) {
    if (error instanceof RefusalError && isRefusal(error.refusal)) return { unknown: [error.refusal.code] };
    throw error;
  }
}

interface Files {
  readonly changed: readonly PathChange[];
  readonly hash: string;
}

/** Files of a worktree; undefined if it is missing or git fails. */
async function readFiles({ workTree, log }: Context, directory: string): Promise<Files | undefined> {
  if (workTree === undefined) return undefined;
  try {
    const own = directory === workTree.root ? workTree : workTree.at(directory);
    return own && (await readContent(own, (await own.head()).commit, false));
  } catch (error) {
    log.debug(`The files of ${directory} could not be read: ${String(error)}`);
    return undefined;
  }
}

/** Max last runs of a task in which that of a slice is found. */
export const runsLookedAt = 50;

/** The latest open slice, with the last run of its test, else the last run in it. */
function sliceInProgress(
  slices: readonly SliceRow[],
  runs: readonly EvidenceRow[],
  tree: string | undefined,
): SliceInProgress | undefined {
  const row = slices.find(({ status }) => status !== 'closed');
  if (row === undefined) return undefined;
  const run = lastRunOf(row, runs);
  return { row, run: run && runFacts(run, tree) };
}

/** Last run of a slice's test, else of any command in it; `runs` are newest first. */
export function lastRunOf({ id, test_command: test }: SliceRow, runs: readonly EvidenceRow[]): EvidenceRow | undefined {
  const ofTest = test === null ? undefined : runs.find(({ command }) => sameCommand(command, test));
  return ofTest ?? runs.find(({ slice_id }) => slice_id === id);
}

function runFacts(row: EvidenceRow, tree: string | undefined): RunFacts {
  return { row, isStale: tree === undefined ? undefined : !isFresh(row, tree) };
}

interface Stored {
  readonly facts: Found;
  readonly item:
    | {
        readonly row: WorkItemRow;
        readonly others: readonly string[];
        readonly isInLane: boolean;
        readonly isFree: boolean;
        /** Time since which its holder has it, ms UTC; null if unknown. */
        readonly heldSince: number | null;
      }
    | undefined;
  readonly reasons: readonly GateReason[];
}

async function readTask(transaction: Transaction, row: TaskRow, now: number): Promise<Stored> {
  const max = packetSizes.debug;
  // In order of number.
  const slices = await transaction.slices.ofTask(row.id);
  const findings = await transaction.findings.open(row.id);
  const open = await openRecords(transaction, row.id);
  const { blockers: openBlockers, nextActions: pendingActions } = open;
  const [compaction] = await transaction.compactions.ofTask(row.id, 1);
  return {
    facts: {
      task: await presentOneTask(transaction, row),
      findings,
      verdicts: (await gradedRuns(transaction, await transaction.reviewRuns.ofTask(row.id))).filter(
        run => run.verdict !== null,
      ),
      open,
      slices: [...slices].reverse(),
      decisions: await transaction.decisions.ofTask(row.id, max.decisions),
      decisionCount: await transaction.decisions.count(row.id),
      touchedFiles: await transaction.touchedFiles.ofTask(row.id, max.touchedFiles),
      touchedFileCount: await transaction.touchedFiles.count(row.id),
      compaction,
    },
    item: await readItem(transaction, row, now),
    reasons: storedReasons({ row, openFindings: findings, slices, openBlockers, pendingActions }),
  };
}

/** Max open findings that are counted in a lane without a task. */
const maxFindings = 100;

/** Facts of a lane without a task, whose findings and reviews are of its branch, or of the one it reviews; none outside of lanes. */
async function readWithoutTask(transaction: Transaction, lane: LaneRow | undefined, now: number): Promise<Stored> {
  if (lane === undefined) return { facts: {}, item: undefined, reasons: [] };
  const [row] = lane.work_item_id === null ? [] : await transaction.workItems.ofIds([lane.work_item_id]);
  const branch = lane.kind === 'review' ? lane.base_branch : lane.branch;
  const reviewed = (await transaction.lanes.list(openStatuses)).find(
    one => one.kind === 'implement' && one.branch === branch,
  );
  const tasks = reviewed?.task_id == null ? [] : [reviewed.task_id];
  const runs = await gradedRuns(transaction, await transaction.reviewRuns.ofSubject(branch));
  return {
    facts: {
      findings: await transaction.findings.openIn(tasks, [branch], maxFindings),
      verdicts: runs.filter(run => run.verdict !== null),
    },
    item: row && {
      row,
      others: [],
      isInLane: true,
      isFree: isFree(transaction, row, now),
      heldSince: await heldSince(transaction, row),
    },
    reasons: [],
  };
}

/** True for an item that nobody holds: not claimed, handed over, or with an expired claim. */
function isFree(transaction: Transaction, row: WorkItemRow, now: number): boolean {
  return row.status === 'pending' || isLeaseExpired(row, transaction.heartbeats(), now);
}

/** The task's first open work item, else its first one. */
async function readItem(transaction: Transaction, task: TaskRow, now: number): Promise<Stored['item']> {
  const items = await itemsOfTask(transaction, task);
  const row = items.find(({ status }) => !isTerminal(status)) ?? items[0];
  if (row === undefined) return undefined;
  const lanes = await transaction.lanes.ofWorkItem(row.id);
  return {
    row,
    others: items.flatMap(({ id, number }) => (id === row.id ? [] : [formatRef('workItem', number)])),
    isFree: isFree(transaction, row, now),
    isInLane: lanes.some(({ status }) => openStatuses.includes(status)),
    heldSince: await heldSince(transaction, row),
  };
}
