import { isProtectedBranch } from '../../domain/config/protectedBranch.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { branchInWay, namesAbove } from '../../git/branchInWay.js';
import type { WorkTree } from '../../git/workTree.js';
import { errorText } from '../../messages/errorText.js';
import { type Message, message } from '../../messages/message.js';
import { sha256 } from '../../platform/sha256.js';
import type { Context } from '../../records/context.js';
import { noteMissedHooks } from '../../records/hooks/noteMissedHooks.js';
import { laneCalled } from '../../records/lane/laneAccess.js';
import { baseOfNewWork, wrongBaseSetting } from '../../records/lane/newWork.js';
import { readConfig } from '../../records/repositoryConfig.js';

export interface StartPlace {
  readonly branch: string | null;
  readonly base: string | null;
  readonly directory: string | null;
  readonly commit: string | null;
  readonly made: boolean;
  undo(): Promise<void>;
}

export interface StartRequest {
  readonly ref: string;
  readonly branch: string;
  /** As given; undefined for the repository's default branch. */
  readonly base: string | undefined;
  readonly here: boolean;
  /** On the checked-out branch, unless it is protected. */
  readonly light: boolean;
}

const nothing = async (): Promise<void> => undefined;

/** Writes a new task with its branch and worktree; removes all on failure. Refuses first if git's state does not allow it. */
export async function inStartPlace<T>(
  context: Context,
  request: StartRequest,
  write: (place: StartPlace) => Promise<T>,
): Promise<T> {
  const start = async (): Promise<T> => {
    const place = await makeStartPlace(context, request);
    try {
      const written = await write(place);
      if (place.made && place.directory !== null && place.directory !== context.workTree?.root)
        await noteMissedHooks(context, place.directory);
      return written;
    } catch (error) {
      // After a failed commit the task may still be on disk: then its place stays.
      const live = await context.store.read(transaction => transaction.tasks.live()).catch(() => undefined);
      if (live?.every(({ branch }) => branch !== place.branch)) await place.undo();
      throw error;
    }
  };
  const { workTree, lanes } = context;
  if (workTree === undefined || lanes === undefined) return start();
  // Mutex: a concurrent start of the same would find this one's files, and undo them if refused.
  const what = request.here || request.light ? workTree.root : request.branch;
  return lanes.turns.take(`start-${sha256(what).slice(0, 16)}`, start);
}

/** Runs git: not for use in a transaction. */
async function makeStartPlace(context: Context, request: StartRequest): Promise<StartPlace> {
  const { workTree } = context;
  if (workTree === undefined) {
    return { branch: null, base: request.base ?? null, directory: null, commit: null, made: false, undo: nothing };
  }
  const base = await baseOf(context, workTree, request.base);
  if (request.light) {
    const { branch, commit } = await workTree.head();
    const config = await readConfig(context);
    if (branch === undefined || !isProtectedBranch(config, branch)) {
      return {
        branch: branch ?? null,
        // A branch is not its own base.
        base: base === branch ? null : (base ?? null),
        directory: workTree.root,
        commit: commit ?? null,
        made: false,
        undo: nothing,
      };
    }
  }
  return request.here || request.light
    ? branchHere(context, workTree, request.branch, base)
    : linkedTree(workTree, request, base);
}

async function baseOf(context: Context, workTree: WorkTree, given: string | undefined): Promise<string | undefined> {
  const base = given ?? (await baseOfNewWork(context));
  if (base === undefined || (await workTree.resolveCommit(base)) !== undefined) return base;
  // The intended base may exist only at the remote so far.
  if (given === undefined && (await workTree.resolveCommit(`origin/${base}`)) !== undefined) return base;
  const setting = given === undefined ? await wrongBaseSetting(context, base, '--base') : undefined;
  const hint = setting ?? message('tasks.noBranchOrCommitHint');
  throw refused('not_found', message('tasks.noBranchOrCommit', { name: base }), hint);
}

/** Creates a branch at HEAD in the caller's worktree, with its uncommitted changes. */
async function branchHere(
  context: Context,
  workTree: WorkTree,
  branch: string,
  base: string | undefined,
): Promise<StartPlace> {
  const running = await workTree.operationInProgress();
  if (running !== undefined) {
    throw refused(
      'transition_not_allowed',
      message('tasks.operationInTree', { operation: running, root: workTree.root }),
      message('tasks.finishItFirst'),
    );
  }
  const before = await workTree.head();
  const place = { branch, base: base ?? null, directory: workTree.root, commit: before.commit ?? null };
  if (before.branch === branch) return { ...place, made: false, undo: nothing };
  await refuseInLane(context, workTree);
  if (await workTree.branchExists(branch)) throw branchTaken(branch);
  await refuseInWay(workTree, branch);
  const undo = async (): Promise<void> => {
    // A detached or unborn HEAD has no branch to return to; the new one stays, and nothing is lost.
    if (before.branch === undefined || before.commit === undefined) return;
    await workTree.switchToBranch(before.branch).catch(async error => {
      if ((await workTree.head()).branch !== before.branch) throw error;
    });
    await workTree.removeBranch(branch, before.commit);
  };
  await workTree.switchToNewBranch(branch).catch(async error => {
    // A hook that fails does so on the new branch.
    if ((await workTree.head()).branch === branch) await undo().catch(() => undefined);
    return failed(error);
  });
  return { ...place, made: true, undo };
}

/** Refuses in a lane, which would lose its place to the new branch and could not submit its work. */
async function refuseInLane({ store }: Context, { root }: WorkTree): Promise<void> {
  const lanes = await store.read(transaction => transaction.lanes.list(openStatuses));
  const lane = lanes.find(({ worktree_path }) => worktree_path === root);
  if (lane === undefined) return;
  const values = { lane: laneCalled(lane), branch: lane.branch };
  throw refused('conflict', message('tasks.inLane', values), message('tasks.inLaneHint'));
}

/** Creates a worktree next to the repository, or reuses the one that has the branch. */
async function linkedTree(
  workTree: WorkTree,
  { ref, branch }: StartRequest,
  base: string | undefined,
): Promise<StartPlace> {
  const trees = await workTree.list();
  const present = trees.find(tree => tree.branch === branch);
  const place = { branch, base: base ?? null };
  if (present !== undefined) {
    return { ...place, directory: present.directory, commit: present.commit ?? null, made: false, undo: nothing };
  }
  const directory = await workTree.placeOf(ref);
  if (await workTree.branchExists(branch)) {
    await workTree.attachWorkTree(directory, branch).catch(failed);
    const commit = (await workTree.resolveCommit(branch)) ?? null;
    return { ...place, directory, commit, made: true, undo: () => workTree.detachWorkTree(directory) };
  }
  await refuseInWay(workTree, branch);
  const start = await startCommit(workTree, base);
  await workTree.addWorkTree(directory, branch, start).catch(failed);
  const undo = async (): Promise<void> => {
    await workTree.detachWorkTree(directory);
    await workTree.removeBranch(branch, start);
  };
  return { ...place, directory, commit: start, made: true, undo };
}

async function startCommit(workTree: WorkTree, base: string | undefined): Promise<string> {
  const named = base === undefined ? undefined : await workTree.resolveCommit(base);
  const commit = named ?? (base === undefined ? undefined : await workTree.resolveCommit(`origin/${base}`));
  const found = commit ?? (await workTree.head()).commit;
  if (found !== undefined) return found;
  throw refused('transition_not_allowed', message('tasks.noCommitYet'), message('tasks.noCommitYetHint'));
}

/** Git allows no branch below the name of another one. */
async function refuseInWay(workTree: WorkTree, branch: string): Promise<void> {
  for (const other of namesAbove(branch)) if (await workTree.branchExists(other)) throw branchInWay(branch, other);
}

function branchTaken(branch: string): RefusalError {
  return refused('conflict', message('lanes.branchExists', { branch }), message('tasks.checkOutHint'));
}

/** Passes git's message on: a folder in the way, changes that would be lost, an invalid name. */
function failed(error: unknown): never {
  if (error instanceof RefusalError) throw error;
  const text =
    errorText(error)
      .split('\n')
      .find(line => line.trim() !== '') ?? '';
  throw refused('conflict', message('git.refused', { said: text.slice(0, 300) }), message('git.refusedHint'));
}

function refused(
  code: 'not_found' | 'conflict' | 'transition_not_allowed',
  message: Message,
  hint: Message,
): RefusalError {
  return refusalError(code, message, { hint });
}
