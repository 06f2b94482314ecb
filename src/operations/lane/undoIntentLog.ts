import type { IntentLog } from '../../domain/lane/intentLog.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { keptIgnored } from './keptIgnored.js';

/** What happened to the opening or closing of a lane that came to no end of its own. */
export interface RecoveredIntentLog {
  readonly lane: string;
  /**
   * `finished`: the lane is whole, or closed; `running`: its process is alive; `stuck`: something of it is in the way;
   * `setAside`: its intent log is not trusted, and nothing was done.
   */
  readonly outcome: 'undone' | 'finished' | 'running' | 'stuck' | 'setAside';
  /** What a person should know of it: work that was kept, a branch that stays, what is in the way. */
  readonly notes: readonly string[];
}

/** True when the lane that a intent log opens is in the store, and open again where it was closed. */
export async function isOpened({ store }: Context, { laneId, reopens }: IntentLog): Promise<boolean> {
  const [row] = await store.read(transaction => transaction.lanes.ofIds([laneId]));
  return row !== undefined && !(reopens && row.status === 'closed');
}

/**
 * Takes away all that a intent log made, the latest first, and then what is written of it. `isOwn` says that this process made it:
 * of another's, a worktree is left where it is that holds what no one but the opening could vouch for.
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
