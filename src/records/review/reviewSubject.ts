import { normaliseFindingPath } from '../../domain/finding/findingPath.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { isMarkdownPath, readPlanName } from '../../domain/plan/planPath.js';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { nextItem } from '../../domain/refusal/steps.js';
import { isStagedSubject, modeOf, stagedName } from '../../domain/review/reviewRule.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import { type ReviewMode, type ReviewSubjectKind, reviewLimits } from '../../domain/review/reviewRunRow.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import { sha256 } from '../../platform/sha256.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { findLane, laneCalled } from '../lane/laneAccess.js';
import { endedLaneAt, reviewedLaneAt } from '../lane/laneAt.js';
import { readPlanFile, workTreeOf } from '../plan/planFile.js';
import { worksIn } from '../worker/workerAccess.js';
import { isSameReview } from './sameReview.js';

export interface ReviewSubject {
  /** A branch, or a path relative to the worktree root. */
  readonly name: string;
  readonly kind: ReviewSubjectKind;
  readonly mode: ReviewMode;
  /** Current tree hash of a branch or content hash of a document; undefined without content. */
  readonly hash: string | undefined;
  readonly commit?: string | undefined;
}

export interface SubjectInput {
  readonly subject?: string | undefined;
  readonly kind?: ReviewSubjectKind | 'staged' | undefined;
  readonly mode?: ReviewMode | undefined;
}

/** Reads a review's subject; refuses anything but a branch or a file here. Asks git: call it before a transaction. */
export async function readSubject(context: Context, input: SubjectInput): Promise<ReviewSubject> {
  const workTree = workTreeOf(context);
  if (input.kind === 'staged') return readStaged(workTree, input);
  const lane = await branchOfLane(context, input.subject, input.kind);
  const { name, kind } = await nameAndKind(
    workTree,
    lane === undefined ? { subject: input.subject, kind: input.kind } : { subject: lane, kind: 'branch' },
  );
  if (kind === 'branch') await refuseOwnWork(context, name);
  const { hash, commit } = await contentOf(workTree, kind, name);
  if (hash !== undefined) return { name, kind, mode: input.mode ?? modeOf(kind), hash, commit };
  const what = kind === 'branch' ? message('reviews.branch') : message('reviews.file');
  throw refusalError('not_found', message('reviews.noSubject', { kind: what, name }), {
    hint: 'reviews.noSubjectHint',
    details: { subject: name, kind },
  });
}

/** Current hashes of the runs' subjects, by the runs' ULIDs. A branch that was only rebased keeps the reviewed hash. */
export async function hashesNow(
  context: Context,
  runs: readonly Omit<ReviewRunRow, 'repository_id'>[],
): Promise<ReadonlyMap<string, string>> {
  const { store, workTree } = context;
  const hashes = new Map<string, string>();
  if (workTree === undefined) return hashes;
  const contents = new Map<string, Content>();
  for (const run of runs) {
    const { subject_path: name, subject_kind: kind, subject_hash: reviewed } = run;
    const content = contents.get(name) ?? (await contentOf(workTree, kind, name).catch(refusedToNothing));
    contents.set(name, content);
    const { hash, commit } = content;
    if (hash === undefined) continue;
    hashes.set(run.id, hash);
    if (commit === undefined || reviewed === null || reviewed === hash) continue;
    const { task_id: id } = run;
    const [task] = id === null ? [] : await store.read(transaction => transaction.tasks.ofIds([id]));
    const base = task?.base_branch ?? (await workTree.defaultBranch());
    const onto = base === undefined ? undefined : await workTree.resolveCommit(base);
    const isCommitted = onto !== undefined && (await workTree.treeHashOf(commit)) === hash;
    if (isCommitted && (await isSameReview(context, run, { to: commit, onto }))) hashes.set(run.id, reviewed);
  }
  return hashes;
}

/** Refuses staged content that cannot be committed or equals HEAD. It has no task: a commit is not a branch. */
async function readStaged(workTree: WorkTree, { subject, mode }: SubjectInput): Promise<ReviewSubject> {
  if (subject !== undefined) {
    throw refusalError('invalid_input', 'reviews.stagedAlone', { hint: 'reviews.stagedAloneHint' });
  }
  const hash = await workTree.stagedTree();
  if (hash === undefined) {
    throw refusalError('invalid_input', 'reviews.unmergedIndex', { hint: 'reviews.unmergedIndexHint' });
  }
  const { commit } = await workTree.head();
  if (commit !== undefined && !(await workTree.hasStaged())) {
    throw refusalError('invalid_input', 'reviews.nothingStaged', { hint: 'reviews.nothingStagedHint' });
  }
  return { name: `${stagedName}${hash.slice(0, 12)}`, kind: 'other', mode: mode ?? 'branch', hash };
}

/** The branch of a lane that is named (`L-2`), or that is reviewed in this worktree; undefined for other subjects. Refuses an unknown lane. */
async function branchOfLane(
  context: Context,
  subject: string | undefined,
  kind: ReviewSubjectKind | undefined,
): Promise<string | undefined> {
  if (kind !== undefined && kind !== 'branch') return undefined;
  if (subject !== undefined && !/^l-\d+$/i.test(subject.trim())) return undefined;
  const { workTree } = context;
  const here = { directory: workTree?.root, branch: (await workTree?.head())?.branch };
  return context.store.read(async transaction => {
    const named = subject === undefined ? undefined : await findLane(transaction, subject);
    if (named?.kind === 'review') return named.base_branch;
    if (named === undefined) await refuseEndedReview(transaction, here);
    const lane = named ?? (await reviewedLaneAt(transaction, context.workTree?.root));
    return lane?.branch;
  });
}

/** Refuses a review of the branch of a review lane that has ended: what it reviewed is over. */
async function refuseEndedReview(transaction: Transaction, here: Parameters<typeof endedLaneAt>[1]): Promise<void> {
  const ended = await endedLaneAt(transaction, here);
  if (ended?.kind === 'review') throw endedReview(ended);
}

export function endedReview(lane: LaneRow): RefusalError {
  return refusalError('transition_not_allowed', message('reviews.laneEnded', { lane: laneCalled(lane) }), {
    hint: 'reviews.laneEndedHint',
    next: [nextItem],
  });
}

/** Refuses an agent's review of the branch of the lane that it works in. */
async function refuseOwnWork(context: Context, branch: string): Promise<void> {
  const { actor, store } = context;
  if (actor.role !== 'agent') return;
  const own = await store.read(async transaction => {
    const lanes = await transaction.lanes.list(openStatuses);
    const lane = lanes.find(each => each.kind === 'implement' && each.branch === branch);
    return lane !== undefined && (await worksIn(context, transaction, lane)) ? lane : undefined;
  });
  if (own === undefined) return;
  throw refusalError('not_allowed', message('reviews.ownLane', { actor: actor.name, lane: laneCalled(own) }), {
    hint: 'reviews.ownLaneHint',
  });
}

async function nameAndKind(
  workTree: WorkTree,
  { subject, kind }: Omit<SubjectInput, 'kind'> & { kind?: ReviewSubjectKind | undefined },
): Promise<{ name: string; kind: ReviewSubjectKind }> {
  if (subject === undefined) return { name: await branchHere(workTree), kind: kind ?? 'branch' };
  if (kind === 'branch') return { name: subject, kind };
  if (kind === undefined && (await workTree.branchExists(subject))) return { name: subject, kind: 'branch' };
  const found = await findDocument(workTree, subject);
  return { name: found, kind: kind ?? (isMarkdownPath(found) ? 'task_plan' : 'other') };
}

/** Path of a document, or of a plan by its bare name. */
async function findDocument(workTree: WorkTree, subject: string): Promise<string> {
  const path = normaliseFindingPath(subject, workTree.root);
  if (path === undefined) {
    throw refusalError('invalid_input', message('reviews.outside', { path: subject.slice(0, 200) }), {
      hint: 'reviews.outsideHint',
      details: { subject },
    });
  }
  for (const candidate of [path, ...(readPlanName(subject, workTree.root)?.candidates ?? [])]) {
    if ((await workTree.kindOf(candidate)) === 'file') return candidate;
  }
  return path.slice(0, reviewLimits.subject);
}

async function branchHere(workTree: WorkTree): Promise<string> {
  const { branch } = await workTree.head();
  if (branch !== undefined) return branch;
  throw refusalError('invalid_input', 'reviews.detachedHead', { hint: 'reviews.detachedHeadHint' });
}

type Content = Pick<ReviewSubject, 'hash' | 'commit'>;

/** A branch is the tree that a push is judged by, with changes if checked out here. Markdown is read without checkbox marks. */
async function contentOf(workTree: WorkTree, kind: ReviewSubjectKind, name: string): Promise<Content> {
  if (kind === 'branch') {
    const { branch, commit: head } = await workTree.head();
    if (branch === name && head !== undefined) return { hash: await workTree.treeHash(), commit: head };
    const commit = (await workTree.branchExists(name)) ? await workTree.resolveCommit(`refs/heads/${name}`) : undefined;
    return { hash: commit === undefined ? undefined : await workTree.treeHashOf(commit), commit };
  }
  if (isStagedSubject(name)) return { hash: await workTree.stagedTree() };
  if (isMarkdownPath(name)) return { hash: (await readPlanFile(workTree, name))?.contentHash };
  if ((await workTree.kindOf(name)) !== 'file') return { hash: undefined };
  const text = await workTree.readText(name);
  return { hash: text === undefined ? undefined : sha256(text) };
}

function refusedToNothing(error: unknown): Content {
  if (error instanceof RefusalError) return { hash: undefined };
  throw error;
}
