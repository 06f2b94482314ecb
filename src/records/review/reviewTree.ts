import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import type { Context } from '../context.js';
import { laneCalled } from '../lane/laneAccess.js';
import { laneAt } from '../lane/laneAt.js';
import { findReviewRun } from './reviewAccess.js';
import type { ReviewSubject } from './reviewSubject.js';

/**
 * Brings the worktree of a review lane to the head of the branch that it reviews, `commit` by default. Its uncommitted files stay.
 * Refuses if they, or commits of its own, are in the way, and while another branch is checked out there. Calls git.
 */
export async function bringToHead({ workTree, store }: Context, lane: LaneRow, commit?: string): Promise<void> {
  const tree = workTree?.root === lane.worktree_path ? workTree : workTree?.at(lane.worktree_path);
  const head = commit ?? (await tree?.resolveCommit(`refs/heads/${lane.base_branch}`));
  const { commit: here, branch } = (await tree?.head()) ?? {};
  if (tree === undefined || head === undefined || here === undefined || here === head) return;
  if (branch !== lane.branch) throw otherBranch(lane, tree.root, branch);
  const runs = await store.read(transaction => transaction.reviewRuns.ofSubject(lane.base_branch));
  // After a rebase of the branch, the old head is not in the new one.
  const wasHead = here === lane.base_sha || runs.some(run => run.commit_sha === here);
  if ((wasHead || (await tree.isAncestor(here, head))) && (await tree.moveTo(head))) return;
  if (await tree.isAncestor(head, here)) return;
  throw refusalError('conflict', message('reviews.treeBehind', { ...wordsOf(lane, here, head), root: tree.root }), {
    hint: message('reviews.treeBehindHint', { branch: lane.base_branch }),
  });
}

function otherBranch(lane: LaneRow, path: string, branch: string | undefined): RefusalError {
  const here = branch ?? message('workers.noBranchHere');
  const said = message('workers.otherBranchInTree', { branch: here, path, lane: laneCalled(lane), other: lane.branch });
  return refusalError('transition_not_allowed', said, {
    hint: message('reviews.switchThen', { branch: lane.branch }),
  });
}

/** The review lane of this worktree, if it reviews this branch. */
export async function reviewLaneHere({ workTree, store }: Context, branch: string): Promise<LaneRow | undefined> {
  const lane = await store.read(transaction => laneAt(transaction, workTree?.root));
  return lane?.kind === 'review' && lane.base_branch === branch ? lane : undefined;
}

/** Refuses a verdict from a review lane whose worktree lacks the judged commit, that of `subject` or of the run. Calls git. */
export async function refuseUnseen(
  context: Context,
  subject: ReviewSubject | undefined,
  run: string | undefined,
): Promise<void> {
  const named = run === undefined ? undefined : await context.store.read(all => findReviewRun(all, run));
  const branch = named?.subject_path ?? subject?.name;
  const commit = named === undefined ? subject?.commit : named.commit_sha;
  const lane = branch === undefined ? undefined : await reviewLaneHere(context, branch);
  const { commit: here } = (lane === undefined ? undefined : await context.workTree?.head()) ?? {};
  if (lane === undefined || here === undefined || commit == null) return;
  if ((await context.workTree?.isAncestor(commit, here)) !== false) return;
  throw refusalError('stale', message('reviews.unseen', wordsOf(lane, here, commit)), {
    hint: 'reviews.unseenHint',
    next: [{ operation: 'review.start', input: {} }],
  });
}

function wordsOf(lane: LaneRow, here: string, head: string) {
  const ref = formatRef('lane', lane.number);
  return { lane: ref, branch: lane.base_branch, here: here.slice(0, 10), head: head.slice(0, 10) };
}
