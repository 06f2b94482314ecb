import type { IntentLog } from '../../domain/lane/intentLog.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { keptIgnored } from './keptIgnored.js';

export interface RecoveredIntentLog {
  readonly lane: string;
  /** `finished`: complete, or closed; `running`: its process is alive; `stuck`: blocked; `setAside`: untrusted, nothing done. */
  readonly outcome: 'undone' | 'finished' | 'running' | 'stuck' | 'setAside';
  /** For a person: backed-up work, a branch that stays, obstacles. */
  readonly notes: readonly string[];
}

/** True if the lane of an intent log is in the store and, if it was closed, open again. */
export async function isOpened({ store }: Context, { laneId, reopens }: IntentLog): Promise<boolean> {
  const [row] = await store.read(transaction => transaction.lanes.ofIds([laneId]));
  return row !== undefined && !(reopens && row.status === 'closed');
}

/**
 * Removes everything that an intent log created, latest first, then the log. Unless this process created it (`isOwn`), a worktree
 * stays if it holds content that only the opening could vouch for.
 */
export async function undoIntentLog(
  context: Context,
  ports: LanePorts,
  intentLog: IntentLog,
  isOwn: boolean,
): Promise<RecoveredIntentLog> {
  const { lane, files } = intentLog;
  const trees = await ports.trees();
  const notes: string[] = [];
  if (files !== null) await trees.removeFiles(files.directory, files.names);
  const isGone = await undoTree(context, trees, intentLog, { notes, isOwn });
  if (isGone) await undoBranch(trees, intentLog, notes);
  if (!isGone) {
    await ports.intentLogs.write(lane, JSON.stringify({ ...intentLog, abandoned: true }));
    return { lane, outcome: 'stuck', notes };
  }
  await ports.intentLogs.remove(lane);
  return { lane, outcome: 'undone', notes };
}

async function undoTree(
  context: Context,
  trees: LaneTrees,
  { lane, laneId, directory }: IntentLog,
  { notes, isOwn }: { notes: string[]; isOwn: boolean },
): Promise<boolean> {
  if (directory === null) return true;
  const isVouched = isOwn || (await trees.openingOf(directory)) === laneId;
  const ignoredBytes = await keptIgnored(context);
  const answer = await trees.discard({
    lane,
    directory,
    now: context.clock.now(),
    ignoredBytes,
    onlyBare: !isVouched,
  });
  if (answer.outcome === 'removed') notes.push(`The files of ${directory} are backed up as ${answer.rescue.ref}.`);
  if (answer.outcome === 'refused') notes.push(`${directory} stays: ${say(answer.said)}`);
  return answer.outcome !== 'refused';
}

async function undoBranch(trees: LaneTrees, { branch }: IntentLog, notes: string[]): Promise<void> {
  if (branch === null) return;
  const { name, before } = branch;
  const commit = await trees.branchCommit(name);
  if (commit === undefined || commit === before) return;
  const isUsed = (await trees.list()).some(tree => tree.branch === name);
  if (commit !== branch.commit || isUsed) notes.push(`Kept branch ${name}: it is in use.`);
  else if (!(await trees.isElsewhere(commit, name)))
    notes.push(`Kept branch ${name}: its commits are on no other branch.`);
  else if (before === undefined) await trees.removeBranch(name, commit);
  else await trees.moveBranch(name, commit, before);
}
