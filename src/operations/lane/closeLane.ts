import type { ClosingIntentLog } from '../../domain/lane/intentLog.js';
import { laneFileNames } from '../../domain/lane/laneKit.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { type CloseReason, checkLaneStatus, openStatuses } from '../../domain/lane/laneStatus.js';
import { RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { GitFailure } from '../../git/gitFailure.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Rescue } from '../../git/rescue/rescue.js';
import { errorText } from '../../messages/errorText.js';
import { type Message, message } from '../../messages/message.js';
import { endAgent } from '../../records/agentSession/endAgent.js';
import { baseConfigOrDefaults } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { forgetReviews } from '../../records/lane/keepReview.js';
import { laneCalled } from '../../records/lane/laneAccess.js';
import { whyUntrusted } from '../../records/trust/requireTrusted.js';
import { isStoreError } from '../../store/storeError.js';
import { closeRows } from './closeRows.js';
import { closeUnderIntent, type NoteLoss } from './closeUnderIntent.js';
import { errorOutput } from './errorOutput.js';
import { keptIgnored } from './keptIgnored.js';
import { tryLaneCommands } from './runLaneCommands.js';

export interface LaneClosing {
  readonly lane: LaneRow;
  readonly reason: CloseReason;
  readonly note: string | null;
  /** True to keep its worktree in place; an adopted one always stays. */
  readonly leaveTree: boolean;
  /** True to skip the backup if git has all content: nobody restores merged work. */
  readonly onlyWork?: boolean;
  /** True if it is reopened next, or its task ends: the work item stays unchanged. */
  readonly reopens?: boolean;
  readonly cancelsItem?: boolean;
}

export interface ClosedTree {
  readonly worktree: 'removed' | 'left' | 'missing';
  readonly rescue: Rescue | undefined;
  /** Reason in one sentence; undefined if the teardown commands ran, or there are none. */
  readonly teardownSkipped?: Message | undefined;
}

/**
 * Closes a lane: backs up and removes its worktree, then updates its rows; the branch stays. With its intent log, a crash leaves
 * the lane open or closed: see `settleClosing`. Refuses while a process is in the worktree, and if content cannot be backed up.
 */
export async function closeLane(context: Context, ports: LanePorts, closing: LaneClosing): Promise<ClosedTree> {
  const { lane, reason, note, leaveTree } = closing;
  if (lane.status !== 'merged') throwIfRefused(checkLaneStatus(lane, 'closed'));
  const intentLog: ClosingIntentLog = {
    version: 1,
    lane: lane.name,
    laneId: lane.id,
    startedAt: context.clock.now(),
    process: ports.machine.identity(),
    abandoned: false,
    closing: { directory: lane.worktree_path, reason, note, kept: null },
  };
  if (!leaveTree && lane.adopted === 0) await refuseAway(await ports.trees(), lane);
  // Asked first: the person may take their time.
  const teardownSkipped = await whyNoTeardown(context, ports, closing);
  return closeUnderIntent(context, ports, intentLog, {
    async close(noteLoss) {
      const runsTeardown = teardownSkipped === undefined;
      const closed = await takeTree(context, ports, { ...closing, runsTeardown }, noteLoss);
      const rescue = closed.rescue?.ref ?? null;
      const { reopens, cancelsItem } = closing;
      await context.store.transaction(transaction =>
        closeRows(context, transaction, lane.id, { reason, note, rescue, reopens, cancelsItem }),
      );
      if (reopens !== true) await forgetReviews(context, lane.name);
      if (closed.worktree === 'left') {
        await (await ports.trees()).removeFiles(lane.worktree_path, laneFileNames);
      }
      return { ...closed, teardownSkipped };
    },
    failure: (error, kept) => refusalFor(lane, kept, error),
  });
}

/** Converts expected errors of git and the file system to a refusal. */
function refusalFor(lane: LaneRow, kept: ClosingIntentLog['closing']['kept'], error: Error): Error {
  if (error instanceof RefusalError || isStoreError(error)) return error;
  const isExpected = 'syscall' in error || error instanceof GitFailure;
  if (!isExpected) return error;
  if (kept === null) {
    return refusalError('conflict', message('lanes.treeNotKept', { stays: stays(lane), error: errorOutput(error) }), {
      hint: 'lanes.treeNotKeptHint',
    });
  }
  const { ref, aside } = kept;
  const location =
    ref === null
      ? message('lanes.nothingLost', { lane: laneCalled(lane) })
      : message('lanes.allKept', { lane: laneCalled(lane), rescue: ref });
  return refusalError('conflict', message('lanes.folderPartlyLeft', { kept: location, error: errorText(error) }), {
    hint: message('lanes.folderPartlyLeftHint', { aside }),
  });
}

/** Without a person's trust, teardown is skipped: a lane can always be closed. */
async function whyNoTeardown(
  context: Context,
  ports: LanePorts,
  { lane, leaveTree }: LaneClosing,
): Promise<Message | undefined> {
  if (context.commands === undefined || leaveTree || lane.adopted === 1) return undefined;
  const { teardown } = (await baseConfigOrDefaults(context)).lane;
  if (teardown.length === 0) return undefined;
  const isThere = (await (await ports.trees()).kindOf(lane.worktree_path)) === 'folder';
  return isThere ? whyUntrusted(context, 'lane.teardown', teardown) : undefined;
}

async function takeTree(
  context: Context,
  ports: LanePorts,
  closing: LaneClosing & { readonly runsTeardown: boolean },
  noteLoss: NoteLoss,
): Promise<ClosedTree> {
  const { lane } = closing;
  const directory = lane.worktree_path;
  const trees = await ports.trees();
  // Nothing can be backed up without its `.git` file.
  await trees.mendGitFile(directory);
  const condition = await trees.condition(directory);
  if (condition === undefined) {
    if (closing.leaveTree || lane.adopted === 1) return { worktree: 'left', rescue: undefined };
    await refuseBroken(trees, lane);
    return { worktree: 'missing', rescue: undefined };
  }
  const ignoredBytes = await keptIgnored(context);
  const request = { lane: lane.name, directory, now: context.clock.now(), ignoredBytes };
  if (closing.leaveTree || lane.adopted === 1) {
    return { worktree: 'left', rescue: closing.onlyWork === true ? undefined : await trees.keep(request) };
  }
  if (condition.locked !== undefined) {
    const why = condition.locked === '' ? '' : ` (${condition.locked})`;
    throw refusalError('conflict', message('lanes.treeLocked', { stays: stays(lane), why }), {
      hint: 'lanes.treeLockedHint',
    });
  }
  await refuseOther(trees, lane);
  await refuseUnkeepable(trees, lane);
  await endAgent(context, ports, lane);
  await refuseLiving(ports, lane);
  if (context.signal?.aborted === true) {
    throw refusalError('timed_out', message('lanes.closingStopped', { lane: laneCalled(lane) }), {
      hint: 'lanes.closingStoppedHint',
    });
  }
  // A missing file needs no backup, but it is a change.
  const mayBeBare = closing.onlyWork === true && condition.changed === 0 && condition.operation === undefined;
  const keep = async () => (mayBeBare && (await trees.isBare(directory)) ? undefined : trees.keep(request));
  const { ran, whole } = closing.runsTeardown ? await takeDown(context, ports, lane, keep) : notTakenDown;
  // Teardown may have taken long enough for a process to start there.
  if (ran) await refuseLiving(ports, lane);
  const removal = {
    ...request,
    ...(whole === undefined ? {} : { whole }),
    beforeLoss: (rescue: Rescue | undefined, aside: string) => noteLoss({ ref: (whole ?? rescue)?.ref ?? null, aside }),
  };
  const answer = mayBeBare && whole === undefined ? await trees.discard(removal) : await trees.remove(removal);
  if (answer.outcome === 'gone') return { worktree: 'removed', rescue: undefined };
  if (answer.outcome === 'removed') return { worktree: 'removed', rescue: answer.rescue };
  throw refusalError('conflict', message('lanes.notClosed', { stays: stays(lane), said: answer.said }), {
    hint: removalHints[answer.reason],
  });
}

const notTakenDown = { ran: false, whole: undefined } as const;

/** Runs teardown commands after the backup `whole`, because they may delete anything. A failing command blocks nothing. */
async function takeDown(
  context: Context,
  ports: LanePorts,
  lane: LaneRow,
  keep: () => Promise<Rescue | undefined>,
): Promise<{ ran: boolean; whole: Rescue | undefined }> {
  const { teardown } = (await baseConfigOrDefaults(context)).lane;
  if (teardown.length === 0 || context.commands === undefined) return notTakenDown;
  const whole = await keep();
  const answer = await tryLaneCommands(context, ports, lane, 'teardown');
  if (answer?.ok === false) context.log.warn(`Teardown of ${laneCalled(lane)} failed: ${answer.problem}`);
  return { ran: true, whole };
}

function stays(lane: LaneRow): Message {
  return message('lanes.stays', {
    lane: laneCalled(lane),
    what: openStatuses.includes(lane.status) ? message('lanes.staysOpen') : message('lanes.keepsWorkTree'),
  });
}

async function refuseLiving({ machine }: LanePorts, lane: LaneRow): Promise<void> {
  const living = await machine.processesIn(lane.worktree_path);
  const [first] = living;
  if (first === undefined) return;
  const others = living.length === 1 ? '' : message('input.andMore', { count: living.length - 1 });
  throw refusalError(
    'conflict',
    message('lanes.processInTree', { stays: stays(lane), pid: first.pid, program: first.program, others }),
    { hint: message('lanes.processInTreeHint'), details: { processes: living.slice(0, 20) } },
  );
}

/** Throws if the worktree was moved and another one is in its place. */
async function refuseOther(trees: LaneTrees, lane: LaneRow): Promise<void> {
  const directory = lane.worktree_path;
  const all = await trees.list();
  const own = all.find(tree => tree.branch === lane.branch);
  const here = all.find(tree => tree.directory === directory);
  if (here === undefined || own?.directory === directory) return;
  if (own === undefined) {
    // An open lane's worker may switch branches; after the end, the folder may be someone's new one.
    if (openStatuses.includes(lane.status)) return;
    throw notItsOwn(lane, here.branch);
  }
  const where = message('lanes.treeElsewhere', { branch: lane.branch, directory: own.directory, other: directory });
  throw refusalError('conflict', message('lanes.staysBecause', { stays: stays(lane), why: where }), {
    hint: 'lanes.staysBecauseHint',
  });
}

function notItsOwn(lane: LaneRow, branch = 'no branch'): RefusalError {
  return refusalError(
    'conflict',
    message('lanes.otherBranchInTree', {
      stays: stays(lane),
      branch,
      path: lane.worktree_path,
      expected: lane.branch,
    }),
    { hint: message('lanes.otherBranchInTreeHint', { branch: lane.branch }) },
  );
}

/** Throws if the folder is only invisible from here: it still has the lane's work. */
async function refuseAway(trees: LaneTrees, lane: LaneRow): Promise<void> {
  const away = await trees.whyMissing(lane.worktree_path);
  if (away === undefined) return;
  throw refusalError('conflict', message('lanes.treeAway', { stays: stays(lane), why: away.why }), {
    hint: message('lanes.treeAwayHint', { hint: away.hint }),
    details: { lane: lane.name, worktree: lane.worktree_path },
  });
}

/** Throws for a non-empty folder that is not a repository, since it may contain the lane's work. */
async function refuseBroken(trees: LaneTrees, lane: LaneRow): Promise<void> {
  const directory = lane.worktree_path;
  if (!(await trees.holdsLooseFiles(directory))) return;
  const why = message('lanes.noGitFile');
  throw refusalError('conflict', message('lanes.treeUnusable', { stays: stays(lane), directory, why }), {
    hint: 'lanes.treeUnusableHint',
  });
}

async function refuseUnkeepable(trees: LaneTrees, lane: LaneRow): Promise<void> {
  const found = await trees.unkeepable(lane.worktree_path);
  const [first] = found;
  if (first === undefined) return;
  throw refusalError('conflict', message('lanes.staysBecause', { stays: stays(lane), why: first.text }), {
    hint: keepItElsewhere,
    details: { unkeepable: found.slice(0, 20).map(({ path, holds }) => ({ path, holds })) },
  });
}

const keepItElsewhere = message('lanes.unkeepableHint');
const endWhatUsesIt = message('lanes.inUseHint');

const removalHints = {
  unkeepable: keepItElsewhere,
  busy: endWhatUsesIt,
  inUse: endWhatUsesIt,
  noWorkTree: endWhatUsesIt,
  closedFolder: message('lanes.readOnlyHint'),
} as const;
