import type { Context } from '../context.js';
import { requireCommit } from '../evidence/evidenceAccess.js';
import { findReviewRun } from '../review/reviewAccess.js';
import type { ReviewSubject } from '../review/reviewSubject.js';

/** Returns the context as if this commit were checked out; unchanged for undefined. Refuses an unknown commit. */
export async function contextAsOf(context: Context, commit: string | undefined): Promise<Context> {
  if (commit === undefined) return context;
  const id = await requireCommit(context, commit);
  return { ...context, workTree: context.workTree?.asOf(id) };
}

/**
 * Returns the context at the reviewed commit, where the reviewed branch is not checked out here: lines and anchors of findings are
 * those of its files.
 */
export async function contextOfReview(
  context: Context,
  { kind, name, commit }: Pick<ReviewSubject, 'kind' | 'name' | 'commit'>,
): Promise<Context> {
  const { workTree } = context;
  if (workTree === undefined || kind !== 'branch' || commit === undefined) return context;
  const isHere = (await workTree.head()).branch === name;
  return isHere || (await workTree.resolveCommit(commit)) === undefined ? context : contextAsOf(context, commit);
}

/** As `contextOfReview`, for a run; the same context without one. */
export async function contextOfRun(context: Context, named: string | undefined): Promise<Context> {
  if (named === undefined) return context;
  const run = await context.store.read(transaction => findReviewRun(transaction, named));
  const { subject_kind: kind, subject_path: name, commit_sha: commit } = run;
  return contextOfReview(context, { kind, name, commit: commit ?? undefined });
}
