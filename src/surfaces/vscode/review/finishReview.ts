import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLimits } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { findingReply } from '../../../operations/finding/findingReply.js';
import { laneOperationName, loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../../operations/operation.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { readLanes } from '../commands/lanePicker.js';
import { homeInLane, placeOfLines } from '../commands/revisionPlace.js';
import { standingOf } from '../repository/repositoryRef.js';
import { type Draft, isFindingDraft, type ReviewDrafts } from '../repository/reviewDrafts.js';
import { standingOfRevision } from '../repository/revision.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asMessage } from '../support/plainText.js';
import { askChoice, askText, back, type Choice } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import { mayPush, proposalOffer, propose, readProposal } from './proposeLane.js';

type ReviewEnvironment = Pick<CommandEnvironment, 'drafts' | 'notice' | 'run'>;

export interface FinishedReview {
  readonly repository: Repository;
  readonly lane: Lane;
  /** Full id of the shown commit, approved if it is the submitted one; undefined to approve the submitted one. */
  readonly commit?: string | undefined;
  /** Verdict already chosen and the message for the agent; asked for if absent. */
  readonly decided?: { readonly verdict: 'approve' | 'request'; readonly message: string | undefined };
}

type Verdict = 'comment' | 'approve' | 'merge' | 'push' | 'request' | 'discard';

interface Decision {
  readonly verdict: Verdict;
  /** Requested changes; empty if the findings say them. */
  readonly summary: string;
}

/** Ends a review: records the drafts, approves or requests changes, merges or pushes. A refused draft stops it. */
export async function finishReview(environment: ReviewEnvironment, review: FinishedReview): Promise<unknown> {
  const { repository, lane, commit } = review;
  const { drafts, run } = environment;
  const own = drafts.of({ repository: repository.id, lane: lane.lane });
  const decision = await askDecision(review, own.length);
  if (decision === undefined) return undefined;
  const { verdict, summary } = decision;
  if (verdict === 'discard') return discard(drafts, lane, own);
  const refs = await recordAll(environment, review, own);
  if (isRefusal(refs)) return refs;
  const { laneMarkReviewed, workerApprove, workerMerge, workerRequestChanges } = await loadLaneOperations();
  const input = { lane: lane.lane, ...(commit === undefined ? {} : { commit }) };
  const at = standingOf(repository);
  if (verdict === 'comment') {
    await invokeOrThrow(repository, laneMarkReviewed, input);
    sayDone(l10n.t('Sent your comments: {0}', refs.join(', ')));
    return { findings: refs };
  }
  if (verdict === 'request') return run(workerRequestChanges, { ...input, message: messageOf(summary, refs) }, at);
  const approved = await run(workerApprove, input, at);
  if (verdict === 'approve' || approved === undefined || isRefusal(approved)) return approved;
  return verdict === 'push' ? propose(repository, lane) : run(workerMerge, { lane: lane.lane }, at);
}

/** Finds a lane by name and ends its review; undefined if there is no such lane. */
export async function finishReviewOf(environment: ReviewEnvironment, repository: Repository, name: string) {
  const lane = (await readLanes(repository, true)).find(one => one.lane === name);
  return lane && finishReview(environment, { repository, lane });
}

/** Offers to end the review in place of a verdict that would leave comments behind; see `CommandEnvironment`. */
export async function finishInstead(
  environment: ReviewEnvironment,
  operation: Pick<AnyOperation, 'name'>,
  repository: Repository,
  { lane: named, message }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const verdict = verdictOf(operation);
  const counts = environment.drafts.countsIn(repository.id);
  if (verdict === undefined || counts.size === 0) return 'not begun';
  const lane = (await readLanes(repository, false)).find(one => [one.lane, one.ref, one.id].includes(String(named)));
  const count = lane === undefined ? 0 : (counts.get(lane.lane) ?? 0);
  if (lane === undefined || count === 0) return 'not begun';
  const text =
    count === 1
      ? l10n.t('Your review of {0} has 1 comment that is not sent.', lane.lane)
      : l10n.t('Your review of {0} has {1} comments that are not sent.', lane.lane, count);
  const send = count === 1 ? l10n.t('Send It') : l10n.t('Send Them');
  const leave = l10n.t('Go On Without');
  const chosen = await vscode.window.showWarningMessage(asMessage(text), { modal: true }, send, leave);
  if (chosen === leave) return 'not begun';
  if (chosen !== send) return undefined;
  const decided = { verdict, message: typeof message === 'string' ? message : undefined } as const;
  return finishReview(environment, { repository, lane, decided });
}

function verdictOf({ name }: Pick<AnyOperation, 'name'>): 'approve' | 'request' | undefined {
  if (name === laneOperationName('workerApprove')) return 'approve';
  return name === laneOperationName('workerRequestChanges') ? 'request' : undefined;
}

async function askDecision(review: FinishedReview, count: number): Promise<Decision | undefined> {
  const { repository, lane, decided } = review;
  const title = l10n.t('Finish Review of {0}', laneLabel(lane));
  const empty = l10n.t('This lane is not in review, and you have no comments on it.');
  const verdict = decided?.verdict ?? (await askChoice<Verdict>({ title, empty, rows: verdicts(review, count) }));
  if (verdict === undefined || verdict === back) return undefined;
  if (verdict === 'push' && !(await mayPush(await readProposal(repository, lane)))) return undefined;
  if (verdict !== 'request') return { verdict, summary: '' };
  const summary = decided?.message ?? (await askSummary(title, count > 0));
  return summary === undefined ? undefined : { verdict, summary };
}

async function verdicts({ repository, lane }: FinishedReview, count: number): Promise<Choice<Verdict>[]> {
  const { state } = lane;
  const { isOffered, mergesHere } =
    state === 'IN_REVIEW' ? await proposalOffer(repository, lane) : { isOffered: false, mergesHere: false };
  const description = count === 0 ? '' : count === 1 ? l10n.t('Sends 1 comment') : l10n.t('Sends {0} comments', count);
  const row = (label: string, value: Verdict): Choice<Verdict> => ({ label, description, value });
  const submitted = [
    row(l10n.t('$(check) Approve'), 'approve'),
    ...(mergesHere ? [row(l10n.t('$(git-merge) Approve and Merge…'), 'merge')] : []),
    ...(isOffered ? [row(l10n.t('$(repo-push) Approve and Push…'), 'push')] : []),
    row(l10n.t('$(request-changes) Request Changes…'), 'request'),
  ];
  const begun = [row(l10n.t('$(comment) Comment'), 'comment')];
  const end = { label: l10n.t('$(trash) Discard Review…'), value: 'discard' as const };
  return [
    ...(count === 0 ? [] : begun),
    ...(state === 'IN_REVIEW' ? submitted : state === 'APPROVED' ? submitted.slice(-1) : []),
    ...(count === 0 ? [] : [end]),
  ];
}

/** Asks for the requested changes; optional if findings describe them. */
async function askSummary(title: string, isOptional: boolean): Promise<string | undefined> {
  const answer = await askText({
    title,
    prompt: isOptional
      ? l10n.t('What needs to change? Press Enter to let the findings say it.')
      : l10n.t('What needs to change, and why?'),
    problem: text => {
      if (text.length > laneLimits.reason - 200) return l10n.t('The text is too long.');
      return isOptional || text.trim() !== '' ? undefined : l10n.t('Say what needs to change.');
    },
  });
  return answer === back ? undefined : answer?.trim();
}

/** Records drafts as findings and replies, and removes each; returns the refs, or the first refusal, which it shows. */
async function recordAll(
  { drafts, notice }: ReviewEnvironment,
  { repository, lane }: FinishedReview,
  own: readonly Draft[],
): Promise<readonly string[] | Refusal> {
  const refs = new Set<string>();
  for (const draft of own) {
    const recorded = await record(repository, lane, draft);
    if (isRefusal(recorded)) {
      notice.show(recorded, repository);
      return recorded;
    }
    refs.add(recorded.finding.ref);
    await drafts.remove([draft.id]);
  }
  return [...refs];
}

/** Records a draft as a finding, or as a reply to one; idempotent. */
function record(repository: Repository, lane: Lane, draft: Draft) {
  const { id, revision, text } = draft;
  const at = { folder: standingOfRevision(revision).folder };
  if (!isFindingDraft(draft)) return repository.invoke(findingReply, { id: draft.finding, text, key: id }, at);
  const place = placeOfLines(revision, draft.lines);
  const input = { ...place, ...homeInLane(lane), severity: draft.severity, text, id };
  return repository.invoke(findingRecord, input, at);
}

/** Returns the message that requests changes. Addressed to the agent and stored, hence in English. */
function messageOf(summary: string, refs: readonly string[]): string {
  return [summary, refs.length === 0 ? '' : `Findings: ${refs.join(', ')}`].filter(text => text !== '').join('\n');
}

async function discard(drafts: ReviewDrafts, lane: Lane, own: readonly Draft[]): Promise<undefined> {
  const text =
    own.length === 1
      ? l10n.t('Discard your review of {0} with 1 comment?', laneLabel(lane))
      : l10n.t('Discard your review of {0} with {1} comments?', laneLabel(lane), own.length);
  const button = l10n.t('Discard');
  const chosen = await vscode.window.showWarningMessage(asMessage(text), { modal: true }, button);
  if (chosen === button) await drafts.remove(own.map(({ id }) => id));
  return undefined;
}
