import type { EvidenceRow } from '../domain/evidence/evidenceRow.js';
import { isFresh, sameCommand } from '../domain/evidence/freshness.js';
import { countBySeverity } from '../domain/finding/findingSeverity.js';
import { formatRef } from '../domain/identifier/identifier.js';
import { openStatuses } from '../domain/lane/laneStatus.js';
import { isRefusal, RefusalError } from '../domain/refusal/refusal.js';
import type { SliceRow } from '../domain/slice/sliceRow.js';
import type { TaskRow } from '../domain/task/taskRow.js';
import { isTerminal } from '../domain/workItem/workItemStatus.js';
import type { GateReason } from '../gates/gate.js';
import { judgeGate } from '../gates/judgeGate.js';
import { storedReasons } from '../gates/storedReasons.js';
import { say } from '../messages/say.js';
import type { Context } from '../records/context.js';
import { collectSnapshot, readContent } from '../records/gate/collectSnapshot.js';
import { callerOf } from '../records/holding/caller.js';
import { agoText } from '../records/holding/heldRefusal.js';
import { standingOf } from '../records/holding/holder.js';
import { gradedRuns } from '../records/review/gradedRuns.js';
import { openRecords } from '../records/task/openRecords.js';
import { presentOneTask } from '../records/task/taskAccess.js';
import { readHeartbeats, readOpenWork } from '../records/thread/openWork.js';
import { itemsOfTask } from '../records/workItem/itemsOfTask.js';
import type { Transaction } from '../store/store.js';
import { type Advice, afterSlices, endedAdvice, holderAdvice, leaveAdvice, nextAct } from './advice.js';
import type { ContextQueue } from './packetSchema.js';
import {
  type ContextFacts,
  contextSizes,
  type ItemOfTask,
  maxQueueEntries,
  type SliceInProgress,
} from './renderPacket.js';

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
    const ready = await transaction.workItems.ready({ now, heartbeats, actor: name }, maxQueueEntries);
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

export interface FactsWanted extends Pick<ContextFacts, 'store' | 'documents'> {
  readonly gates: boolean;
  /** True for all sections; otherwise git's data for them, and the next act, are left out. */
  readonly isWhole: boolean;
  readonly tell: (advice: Advice) => Promise<string>;
}

export async function collectFacts(context: Context, row: TaskRow, wanted: FactsWanted): Promise<ContextFacts> {
  const { store, documents, isWhole, tell } = wanted;
  const gates = wanted.gates ? await gateSummary(context, row) : undefined;
  const files = isWhole ? await readFiles(context, row) : undefined;
  const caller = await callerOf(context);
  const { facts, item, runs, reasons, standing } = await context.store.read(async transaction => ({
    ...(await readStored(transaction, row)),
    standing: await standingOf(transaction, caller, row),
  }));
  const all = { ...facts, store, documents, gates: gates ?? { store: reasons.map(({ code }) => code) } };
  if (!isWhole) return all;
  const slice = sliceInProgress(facts.slices, runs, files?.hash);
  const uncommitted = files?.changed.map(({ path }) => path);
  const { open, slices } = facts;
  const left = {
    task: row,
    slice,
    hasSlices: slices.length > 0,
    uncommitted: uncommitted?.length,
    ...open,
  };
  const leave =
    standing.kind === 'held' && caller.actor.role === 'agent'
      ? leaveAdvice(
          standing.holder.name,
          row,
          standing.seenAt === undefined ? undefined : agoText(caller.now - standing.seenAt),
        )
      : undefined;
  const advice = endedAdvice(row) ?? leave ?? nextAct(left);
  const [reason] = reasons;
  // The current holder is reported once.
  const holder = leave === undefined ? item && holderAdvice(item, row, context.actor.name) : undefined;
  return {
    ...all,
    next:
      advice === undefined && reason !== undefined
        ? await remedyText(context, reason)
        : await tell(advice ?? afterSlices(left)),
    item: item && { ...item, hint: holder && (await tell(holder)) },
    slice,
    uncommitted,
  };
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

type Files = Awaited<ReturnType<typeof readContent>>;

/** Files of the task's worktree; undefined if it is missing or git fails. */
async function readFiles(
  { workTree, log }: Context,
  { worktree_path: directory }: TaskRow,
): Promise<Files | undefined> {
  if (workTree === undefined || directory === null) return undefined;
  try {
    const own = directory === workTree.root ? workTree : workTree.at(directory);
    return own && (await readContent(own, (await own.head()).commit, false));
  } catch (error) {
    log.debug(`The files of ${directory} could not be read: ${String(error)}`);
    return undefined;
  }
}

const runsLookedAt = 50;

/** The latest open slice, with the last run of its test, else the last run in it. */
function sliceInProgress(
  slices: readonly SliceRow[],
  runs: readonly EvidenceRow[],
  tree: string | undefined,
): SliceInProgress | undefined {
  const row = slices.find(({ status }) => status !== 'closed');
  if (row === undefined) return undefined;
  const { id, test_command: test } = row;
  const run =
    (test === null ? undefined : runs.find(({ command }) => sameCommand(command, test))) ??
    runs.find(({ slice_id }) => slice_id === id);
  return { row, run, isStale: run === undefined || tree === undefined ? undefined : !isFresh(run, tree) };
}

interface Stored {
  readonly facts: Omit<ContextFacts, 'store' | 'documents' | 'gates'>;
  readonly item: (Pick<ItemOfTask, 'row' | 'others'> & { readonly isInLane: boolean }) | undefined;
  /** Last runs of commands, newest first. */
  readonly runs: readonly EvidenceRow[];
  readonly reasons: readonly GateReason[];
}

async function readStored(transaction: Transaction, row: TaskRow): Promise<Stored> {
  const max = contextSizes.debug;
  const slices = await transaction.slices.ofTask(row.id);
  const findings = await transaction.findings.open(row.id);
  const open = await openRecords(transaction, row.id);
  const { blockers: openBlockers, nextActions: pendingActions } = open;
  const stored = { row, openFindings: findings, slices, openBlockers, pendingActions };
  const [compaction] = await transaction.compactions.ofTask(row.id, 1);
  return {
    facts: {
      task: await presentOneTask(transaction, row),
      openFindings: countBySeverity(findings),
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
      compaction: compaction?.key,
    },
    item: await readItem(transaction, row),
    runs: await transaction.evidence.ofTask(row.id, runsLookedAt),
    reasons: storedReasons(stored),
  };
}

/** The task's first open work item, else its first one. */
async function readItem(transaction: Transaction, task: TaskRow): Promise<Stored['item']> {
  const items = await itemsOfTask(transaction, task);
  const row = items.find(({ status }) => !isTerminal(status)) ?? items[0];
  if (row === undefined) return undefined;
  const lanes = await transaction.lanes.ofWorkItem(row.id);
  return {
    row,
    others: items.flatMap(({ id, number }) => (id === row.id ? [] : [formatRef('workItem', number)])),
    isInLane: lanes.some(({ status }) => openStatuses.includes(status)),
  };
}
