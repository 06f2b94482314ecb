import type { TimelineEvent } from '../../domain/event/event.js';
import { presentEvent } from '../../domain/event/presentEvent.js';
import { isAtLeast, isFresh } from '../../domain/evidence/freshness.js';
import { formatRef, type Identifier } from '../../domain/identifier/identifier.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { InProgress } from '../../domain/thread/inProgress.js';
import type { WorkItemSection } from '../../domain/workItem/workItem.js';
import type { BoardCard, BoardReport } from '../../reports/boardReport.js';
import { boardLimit, buildBoard } from '../../reports/buildBoard.js';
import { dayBounds } from '../../reports/dayBounds.js';
import type { Transaction } from '../../store/store.js';
import type { LastRun } from '../../store/tables/evidenceTable.js';
import type { Context } from '../context.js';
import { type HeartbeatSnapshot, readOpenWork } from '../thread/openWork.js';
import { nextChange } from '../workItem/nextChange.js';
import { presentAll } from '../workItem/workItemAccess.js';

interface BesideStore {
  readonly utcOffsetMinutes: number;
  readonly elsewhere: BoardReport['elsewhere'];
  /** By branch, as of `treesOfBranches`. */
  readonly trees: ReadonlyMap<string, string>;
}

/** `readings`, `elsewhere` and `trees` were read before the transaction. Runs no git. */
export async function readBoard(
  context: Pick<Context, 'actor'>,
  tx: Transaction,
  readings: HeartbeatSnapshot,
  { utcOffsetMinutes, elsewhere, trees }: BesideStore,
): Promise<Omit<BoardReport, 'by'>> {
  const { now, heartbeats } = readings;
  const { bounds } = dayBounds(now, utcOffsetMinutes, 1);
  const [today = now, tomorrow = now] = bounds;
  const { counts, needsYou, inProgress, lanes, items, changesAt } = await readOpenWork(context, tx, readings);
  const list = async (section: WorkItemSection, order: 'queue' | 'updated') =>
    presentAll(tx, await tx.workItems.list({ now, heartbeats, section, order, limit: boardLimit }), heartbeats, now);
  const ready = await presentAll(tx, await tx.workItems.ready({ now, heartbeats }, boardLimit), heartbeats, now);
  const waiting = [...(await list('blocked', 'queue')), ...(await list('scheduled', 'queue'))].slice(0, boardLimit);
  const ended = (await list('done', 'updated')).filter(({ resolvedAt }) => Date.parse(resolvedAt ?? '') >= today);
  const [day] = await tx.reports.countPeriods(bounds);
  const changes = [await nextChange(tx, now, heartbeats, 'section'), changesAt].filter(time => time !== undefined);
  const board = buildBoard({
    now,
    nextChange: Math.min(...changes, tomorrow),
    counts,
    needsYou,
    inProgress,
    items,
    lanes,
    ready: { total: counts.ready, items: ready },
    waiting: { total: counts.blocked + counts.scheduled, items: waiting },
    ended: { total: Math.max(day?.resolved ?? 0, ended.length), items: ended },
    elsewhere,
    last: await lastEvents(tx, inProgress.rows.slice(0, boardLimit)),
    checks: await lastChecks(tx, lanes, trees),
  });
  const cards = [...Object.values(board.columns), board.waiting].flatMap(list => list.cards);
  return { ...board, parents: await parentTitles(tx, cards) };
}

async function parentTitles(tx: Transaction, cards: readonly BoardCard[]): Promise<BoardReport['parents']> {
  const known = await tx.workItems.known(byNumber(cards.map(({ parent }) => parent)));
  const titles = await tx.reports.titles([...known.values()].map(({ id }) => id));
  return Object.fromEntries(
    [...known.values()].map(({ id, number }) => [formatRef('workItem', number), titles.get(id) ?? '']),
  );
}

/** Identifiers of refs such as `W-3`, each once. */
function byNumber(refs: readonly (string | null)[]): Identifier[] {
  const numbers = new Set(refs.flatMap(ref => (ref === null ? [] : [Number(ref.slice(2))])));
  return [...numbers].map(number => ({ by: 'number', number }));
}

/** Events that a card says by its place. */
const saidByPlace: ReadonlySet<string> = new Set([
  ...['work_item_created', 'work_item_claimed', 'lane_status_changed', 'worker_assigned', 'worker_submitted'],
  ...['lane_opened', 'lane_adopted', 'worker_started', 'work_item_asked', 'task_started'],
]);
/** Events of one piece of work to look at for one that says more. */
const maxLookedAt = 4;

/** Latest event of each piece of work, by its item or its task. */
async function lastEvents(tx: Transaction, rows: readonly InProgress[]): Promise<Map<string, TimelineEvent>> {
  const found = new Map<string, TimelineEvent>();
  const known = await tx.workItems.known(byNumber(rows.map(({ item }) => item)));
  const items = new Map([...known.values()].map(({ id, number }) => [formatRef('workItem', number), id]));
  const tasks = new Map((await tx.tasks.live()).map(({ id, number }) => [formatRef('task', number), id]));
  for (const { ref, item, task } of rows) {
    const [itemId, taskId] = [items.get(item ?? ''), tasks.get(task ?? '')];
    const ofItem = itemId === undefined ? [] : await tx.events.list({ workItemId: itemId }, 'newest', maxLookedAt);
    const ofTask = taskId === undefined ? [] : await tx.events.list({ taskId }, 'newest', maxLookedAt);
    const events = [...ofItem, ...ofTask].sort((one, other) => other.id - one.id);
    const latest = events.find(({ type }) => !saidByPlace.has(type));
    if (latest !== undefined) found.set(ref, presentEvent(latest));
  }
  return found;
}

async function lastChecks(
  tx: Transaction,
  lanes: readonly { readonly ref: string; readonly branch: string }[],
  trees: ReadonlyMap<string, string>,
): Promise<Map<string, BoardCard['checks']>> {
  const refs = new Map(lanes.map(({ ref, branch }) => [branch, ref]));
  const checks = new Map<string, BoardCard['checks']>();
  const runs = await tx.evidence.lastRunsOn([...refs.keys()], { byGrade: true });
  const isCurrent = (run: LastRun): boolean =>
    isObserved(run) && run.directory === '' && isFresh(run, trees.get(run.branch ?? ''));
  for (const run of runs) {
    const ref = refs.get(run.branch ?? '');
    const ofCommand = runs.filter(({ branch, command }) => branch === run.branch && command === run.command);
    // A later word of an agent does not replace a run of this content.
    if (ref === undefined || run !== (ofCommand.find(isCurrent) ?? ofCommand[0])) continue;
    const basis = isCurrent(run) ? 'current' : isObserved(run) ? 'earlier' : 'said';
    checks.set(ref, [...(checks.get(ref) ?? []), { command: run.command, passed: run.passed === 1, basis }]);
  }
  return checks;
}

function isObserved({ grade }: Pick<LastRun, 'grade'>): boolean {
  return isAtLeast(grade, 'observed');
}

/** Trees of the last commits of open lanes that Stateroom or CI ran commands for, by branch. Reads git's files; calls git for new commits. */
export async function treesOfBranches({ store, workTree, log }: Context): Promise<ReadonlyMap<string, string>> {
  const trees = new Map<string, string>();
  if (workTree === undefined) return trees;
  const branches = await store.read(async tx => {
    const open = (await tx.lanes.list(openStatuses)).map(({ branch }) => branch);
    const runs = await tx.evidence.lastRunsOn(open, { byGrade: true });
    return new Set(runs.flatMap(run => (run.branch !== null && isObserved(run) ? [run.branch] : [])));
  });
  const reading = [...branches].map(async branch => {
    try {
      const commit = await workTree.resolveCommit(`refs/heads/${branch}`);
      if (commit !== undefined) trees.set(branch, await workTree.treeHashOf(commit));
    } catch (error) {
      log.debug(`The content of ${branch} could not be read: ${String(error)}`);
    }
  });
  await Promise.all(reading);
  return trees;
}
