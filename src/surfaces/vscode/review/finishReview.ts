import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLimits } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { findingReply } from '../../../operations/finding/findingReply.js';
import { laneOperationName, loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { homeInLane, placeOfLines } from '../commands/revisionPlace.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RefusalNotice } from '../repository/refusalNotice.js';
import { standingOf } from '../repository/repositoryRef.js';
import { standingOfRevision } from '../repository/revision.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asMessage } from '../support/plainText.js';
import { askChoice, askText, back, type Choice } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import { mayPush, proposalOffer, propose, readProposal } from './proposeLane.js';
import { type Draft, isRemark, type ReviewDrafts } from './reviewDrafts.js';

export interface FinishedReview {
  readonly repository: OpenRepository;
  readonly lane: Lane;
  /** Full id of the shown commit, which is approved if it is the one that was submitted; undefined to approve the submitted one. */
  readonly commit: string | undefined;
  readonly drafts: ReviewDrafts;
  readonly notice: RefusalNotice;
  /** Verdict already chosen and the message for the agent; asked for if absent. */
  readonly decided?: { readonly verdict: 'approve' | 'request'; readonly message: string | undefined };
}

type Verdict = 'comment' | 'approve' | 'merge' | 'push' | 'request' | 'discard';

/**
 * Ends a review: asks for the verdict, records the drafts as findings, then approves or requests changes. If a draft is refused, it and
 * those after it are kept, and nothing is approved.
 */
export async function finishReview(review: FinishedReview): Promise<unknown> {
  const { repository, lane, drafts, notice } = review;
  const own = drafts.of({ repository: repository.id, lane: lane.lane });
  const title = l10n.t('Finish Review of {0}', laneLabel(lane));
  const empty = l10n.t('This lane is not in review, and you have no comments on it.');
  const { decided } = review;
  const verdict = decided?.verdict ?? (await askChoice<Verdict>({ title, empty, rows: verdicts(review, own.length) }));
  if (verdict === undefined || verdict === back) return undefined;
  if (verdict === 'discard') return discard(review, own);
  if (verdict === 'push' && !(await mayPush(await readProposal(repository, lane)))) return undefined;
  const summary = verdict === 'request' ? (decided?.message ?? (await askSummary(title, own.length > 0))) : '';
  if (summary === undefined) return undefined;
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
  const { commit } = review;
  const shown = commit === undefined ? {} : { commit };
  if (verdict === 'comment') {
    await invokeOrThrow(repository, (await loadLaneOperations()).laneMarkReviewed, { lane: lane.lane, ...shown });
    sayDone(l10n.t('Sent your comments: {0}', [...refs].join(', ')));
    return { findings: [...refs] };
  }
  if (verdict === 'request') {
    // Addressed to the agent and stored, hence in English.
    const message = [summary, refs.size === 0 ? '' : `Findings: ${[...refs].join(', ')}`]
      .filter(text => text !== '')
      .join('\n');
    return run(review, 'workerRequestChanges', { message, ...shown });
  }
  const approved = await run(review, 'workerApprove', shown);
  if (verdict === 'approve' || approved === undefined || isRefusal(approved)) return approved;
  return verdict === 'push' ? propose(repository, lane) : run(review, 'workerMerge', {});
}

function run(
  { repository, lane }: FinishedReview,
  operation: 'workerApprove' | 'workerMerge' | 'workerRequestChanges',
  more: object,
): Thenable<unknown> {
  const command = `stateroom.${laneOperationName(operation)}`;
  return vscode.commands.executeCommand(command, { lane: lane.lane, ...more }, standingOf(repository));
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

/** Records a draft as a finding, or as a reply to one; idempotent. */
function record(repository: OpenRepository, lane: Lane, draft: Draft) {
  const { id, revision, text } = draft;
  const at = { folder: standingOfRevision(revision).folder };
  if (!isRemark(draft)) return repository.invoke(findingReply, { id: draft.finding, text, key: id }, at);
  const place = placeOfLines(revision, draft.lines);
  const input = { ...place, ...homeInLane(lane), severity: draft.severity, text, id };
  return repository.invoke(findingRecord, input, at);
}

async function discard({ lane, drafts }: FinishedReview, own: readonly Draft[]): Promise<undefined> {
  const text =
    own.length === 1
      ? l10n.t('Discard your review of {0} with 1 comment?', laneLabel(lane))
      : l10n.t('Discard your review of {0} with {1} comments?', laneLabel(lane), own.length);
  const button = l10n.t('Discard');
  const chosen = await vscode.window.showWarningMessage(asMessage(text), { modal: true }, button);
  if (chosen === button) await drafts.remove(own.map(({ id }) => id));
  return undefined;
}
