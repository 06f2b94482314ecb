import { newEvent } from '../../domain/event/newEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import { agentCoAuthor } from '../../domain/review/coAuthor.js';
import { reviewReasons } from '../../domain/review/countedReview.js';
import { waysOf } from '../../domain/review/independence.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import { oneLine } from '../../domain/text/oneLine.js';
import type { WorkTree } from '../../git/workTree.js';
import { say } from '../../messages/say.js';
import { baseConfig } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { provenanceOf } from '../../records/provenance.js';
import { gradedRuns } from '../../records/review/gradedRuns.js';
import { isStoreError } from '../../store/storeError.js';
import { isPartOfOperation } from './isPartOfOperation.js';
import { laneHere } from './judgeLane.js';
import type { Ruling } from './override.js';

/** Validity of a review of staged changes, in ms. */
const validMs = 3_600_000;
const maxRuns = 50;
const command = 'stateroom review record pass --kind staged';

/**
 * Judges a commit by its future tree and the trailers of its message, one per line: a coding agent as co-author needs an unused
 * passing review of this tree, at most an hour old, if the base branch requires it. Fails open like `judgeCommit`, in a merge or
 * rebase, which was reviewed before, and for Stateroom's own commits (`own`) in a lane, which is reviewed as a whole.
 */
export async function judgeCoAuthor(context: Context, input: string, own = false): Promise<Ruling> {
  const { workTree } = context;
  const [tree = '', ...trailers] = input.split('\n');
  const agent = agentCoAuthor(trailers);
  const head = agent === undefined ? undefined : await workTree?.head();
  if (agent === undefined || workTree === undefined || head?.commit === undefined) return allow();
  if (await isPartOfOperation(workTree, head, () => stagedPaths(workTree, tree))) return allow();
  if (own && (await laneHere(context)) !== undefined) return allow();
  try {
    const { review } = await baseConfig(context);
    if (review.coAuthored && (await context.store.health()).state === 'absent') {
      return allow('stateroom: not checked: this repository has no store.');
    }
    const cause = review.coAuthored ? await whyUnreviewed(context, tree, review) : undefined;
    if (cause === undefined) return allow();
    const name = oneLine(agent).slice(0, 80);
    const line = `stateroom: this commit names ${name} as co-author, so what is staged must be reviewed first. ${cause}`;
    return { allowed: false, lines: [line, stepOf(review)], about: { coAuthor: name, tree } };
  } catch (error) {
    if (error instanceof RefusalError) return allow(`stateroom: not checked: ${say(error.refusal.message)}`);
    if (isStoreError(error)) return allow(`stateroom: not checked: ${error.message}`);
    throw error;
  }
}

async function stagedPaths(workTree: WorkTree, tree: string): Promise<string[]> {
  const changes = await workTree.changesBetween('HEAD', tree);
  return changes.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [oldPath, path]));
}

/** A committer's own review counts only if reviewers need not be independent. */
function stepOf(policy: Parameters<typeof waysOf>[0]): string {
  const ways = waysOf(policy);
  if (ways.length === 0) return `  Review it (git diff --staged), then record it: ${command}`;
  return `  Ask a person${ways.includes('person') ? '' : ' or another agent'} to review it: ${command}`;
}

/** Missing review for a commit of this tree; undefined if one counts. */
async function whyUnreviewed(
  context: Context,
  tree: string,
  policy: Parameters<typeof reviewReasons>[2],
): Promise<string | undefined> {
  const author = await provenanceOf(context);
  const runs = await context.store.read(async transaction =>
    gradedRuns(transaction, await transaction.reviewRuns.ofStaged(maxRuns)),
  );
  const oldest = context.clock.now() - validMs;
  const isValid = (run: (typeof runs)[number]) => run.commit_sha === null && (run.reviewed_at ?? 0) >= oldest;
  const ofTree = runs.filter(run => run.subject_hash === tree);
  const valid = ofTree.filter(isValid);
  const [reason] = reviewReasons(valid, [author], { ...policy, reviewers: 1 }, tree);
  if (reason === undefined) return undefined;
  const last = valid[0] ?? ofTree[0];
  if (last === undefined) {
    const other = runs.find(run => run.verdict === 'pass' && isValid(run));
    if (other === undefined) return 'It has no review.';
    return `${formatRef('reviewRun', other.number)} passed other content: something was staged or unstaged since.`;
  }
  const ref = formatRef('reviewRun', last.number);
  if (last.verdict !== 'pass') return `The verdict of ${ref} is ${last.verdict?.replaceAll('_', ' ')}.`;
  if (last.commit_sha !== null) return `${ref} was used for commit ${last.commit_sha.slice(0, 10)}.`;
  return valid.length === 0 ? `${ref} is more than an hour old.` : say(reason.text);
}

/** Marks the reviews of a committed tree as used. Creates no store. */
export async function useReviews({ actor, clock, store, workTree }: Context, tree: string): Promise<void> {
  if (tree === '' || (await store.health()).state !== 'ready') return;
  const isOpen = ({ verdict, commit_sha, subject_hash }: ReviewRunRow) =>
    verdict === 'pass' && commit_sha === null && subject_hash === tree;
  const reviewed = await store.read(transaction => transaction.reviewRuns.ofStaged(maxRuns));
  const commit = reviewed.some(isOpen) ? (await workTree?.head())?.commit : undefined;
  if (commit === undefined) return;
  await store.transaction(async transaction => {
    for (const run of (await transaction.reviewRuns.ofStaged(maxRuns)).filter(isOpen)) {
      await transaction.reviewRuns.change(run, { commit_sha: commit });
      const payload = { run: formatRef('reviewRun', run.number), commit };
      await transaction.events.append([newEvent(actor, clock.now(), 'review_used', null, payload, run.task_id)]);
    }
  });
}

function allow(...lines: string[]): Ruling {
  return { allowed: true, lines };
}
