import { type ClosingIntentLog, type IntentLog, readIntentLog } from '../../domain/lane/intentLog.js';
import { laneNameProblem } from '../../domain/lane/laneName.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { RegularFile } from '../../platform/regularFile.js';
import type { Context } from '../context.js';
import { branchPrefixes } from '../lane/newWork.js';

/** Max duration of an opening or closing, in ms; then a process of unknown liveness counts as ended. */
const unknownOwnerMs = 60 * 60_000;

export type JudgedIntent =
  | { readonly running: true }
  /** Reason why it is not acted on: a sentence without a full stop. */
  | { readonly problem: string }
  | { readonly intentLog: IntentLog | ClosingIntentLog; readonly text: string };

/**
 * Decides if an intent log may be acted on; changes nothing. Anyone with write access may have planted the file, so it may name
 * only what this program would have named for the lane, according to store and git.
 */
export async function judgeIntent(
  context: Context,
  ports: LanePorts,
  name: string,
  found: NonNullable<RegularFile>,
): Promise<JudgedIntent> {
  if ('problem' in found) return { problem: `it ${found.problem}` };
  const text = found.content.toString('utf8');
  const read = readIntentLog(text);
  if ('problem' in read) {
    // A newer Stateroom may be working on it.
    if (read.process !== undefined && ports.machine.judge(read.process) === 'alive') return { running: true };
    return { problem: `it ${read.problem}` };
  }
  const { intentLog } = read;
  if (isRunning(context, ports, intentLog)) return { running: true };
  const problem = await problemOf(context, ports, name, intentLog);
  return problem === undefined ? { intentLog, text } : { problem };
}

function isRunning({ clock }: Context, { machine }: LanePorts, intentLog: IntentLog | ClosingIntentLog): boolean {
  if (intentLog.abandoned) return false;
  const verdict = machine.judge(intentLog.process);
  return verdict === 'alive' || (verdict === 'unknown' && clock.now() - intentLog.startedAt < unknownOwnerMs);
}

async function problemOf(
  context: Context,
  ports: LanePorts,
  name: string,
  intentLog: IntentLog | ClosingIntentLog,
): Promise<string | undefined> {
  if (laneNameProblem(name) !== undefined) return 'its file name is not a lane name';
  if (intentLog.lane !== name) return `it is for lane ${intentLog.lane}, but its file name says ${name}`;
  const lanes = await context.store.read(transaction => transaction.lanes.list());
  const trees = await ports.trees();
  if ('closing' in intentLog && intentLog.task) return takeDownProblem(context, trees, lanes, intentLog);
  return 'closing' in intentLog
    ? closingProblem(trees, lanes, intentLog)
    : openingProblem(context, trees, lanes, intentLog);
}

async function closingProblem(
  trees: LaneTrees,
  lanes: readonly LaneRow[],
  { lane, laneId, closing }: ClosingIntentLog,
): Promise<string | undefined> {
  const row = lanes.find(({ name }) => name === lane);
  if (row === undefined || row.id !== laneId) return notInStore(lane);
  const { directory, kept } = closing;
  if (directory !== row.worktree_path)
    return `it names ${directory}, but the worktree of ${lane} is ${row.worktree_path}`;
  if (kept === null) return undefined;
  if (row.adopted === 1) return `${directory} was adopted, so Stateroom never removes it`;
  return keptProblem(trees, lane, closing);
}

/** A closing must name an ended task's worktree, at Stateroom's own place for it, and not that of an open lane. */
async function takeDownProblem(
  { store }: Context,
  trees: LaneTrees,
  lanes: readonly LaneRow[],
  { lane: ref, laneId, closing }: ClosingIntentLog,
): Promise<string | undefined> {
  const [row] = await store.read(transaction => transaction.tasks.ofIds([laneId]));
  if (row === undefined || row.ref !== ref) return `the store has no task ${ref} with the id that it names`;
  if (row.status !== 'done') return `the task ${ref} is not finished`;
  const { directory } = closing;
  const place = await trees.placeOf(ref);
  if (directory !== place) return `it names ${directory}, but ${ref} would be at ${place ?? 'an unknown place'}`;
  const other = lanes.find(lane => lane.worktree_path === directory && openStatuses.includes(lane.status));
  if (other !== undefined) return `${directory} is the worktree of the lane ${other.name}`;
  return keptProblem(trees, ref, closing);
}

async function keptProblem(
  trees: LaneTrees,
  lane: string,
  { directory, kept }: ClosingIntentLog['closing'],
): Promise<string | undefined> {
  if (kept === null) return undefined;
  if (kept.ref !== null && !kept.ref.startsWith(`refs/stateroom/rescue/${lane}/`)) {
    return `it names the backup ${kept.ref}, which is not one of ${lane}`;
  }
  return trees.removalProblem(lane, { directory, ref: kept.ref, aside: kept.aside });
}

async function openingProblem(
  context: Context,
  trees: LaneTrees,
  lanes: readonly LaneRow[],
  intentLog: IntentLog,
): Promise<string | undefined> {
  const { lane, laneId, reopens, directory, branch, files } = intentLog;
  const row = lanes.find(({ name, id }) => name === lane || id === laneId);
  if (row !== undefined && (row.id !== laneId || row.name !== lane)) return notInStore(lane);
  if (row === undefined && reopens) return notInStore(lane);
  // The lane is complete: nothing is undone.
  if (row !== undefined && !(reopens && row.status === 'closed')) return undefined;
  const place = row?.worktree_path ?? (await trees.placeOf(lane));
  if (directory !== null) {
    if (directory !== place) return `it names ${directory}, but ${lane} would be at ${place ?? 'an unknown place'}`;
    const other = lanes.find(({ worktree_path, id }) => worktree_path === directory && id !== laneId);
    if (other !== undefined) return `${directory} is the worktree of the lane ${other.name}`;
    if (directory === (await trees.mainDirectory())) return `${directory} is the main worktree`;
  }
  const named = row === undefined ? await branchesFor(context, lane) : [row.branch];
  if (branch !== null && !named.includes(branch.name))
    return `it names the branch ${branch.name}, which ${lane} does not have`;
  return files === null ? undefined : filesProblem(trees, lanes, files.directory, laneId);
}

/** Stateroom's files are removed only from an existing linked worktree of no other lane. */
async function filesProblem(
  trees: LaneTrees,
  lanes: readonly LaneRow[],
  directory: string,
  laneId: string,
): Promise<string | undefined> {
  const [, ...linked] = await trees.list();
  if (!linked.some(tree => tree.isThere && tree.directory === directory)) {
    return `${directory} is not a linked worktree of this repository`;
  }
  const other = lanes.find(lane => lane.worktree_path === directory && lane.id !== laneId && lane.status !== 'closed');
  return other && `${directory} is the worktree of the lane ${other.name}`;
}

async function branchesFor(context: Context, lane: string): Promise<readonly string[]> {
  const tasks = await context.store.read(transaction => transaction.tasks.live());
  const made = [...(await branchPrefixes(context)), 'review/'].map(prefix => `${prefix}${lane}`);
  return [...made, ...tasks.flatMap(({ ref, branch }) => (ref === lane && branch !== null ? [branch] : []))];
}

function notInStore(lane: string): string {
  return `the store has no lane ${lane} with the id that it names`;
}
