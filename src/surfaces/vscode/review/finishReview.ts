import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLimits } from '../../../domain/lane/lane.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { laneOperationName } from '../../../operations/loadLaneCatalogue.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RefusalNotice } from '../repository/refusalNotice.js';
import { asMessage } from '../support/plainText.js';
import { askChoice, askText, back, type Choice } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import type { Draft, ReviewDrafts } from './reviewDrafts.js';
import { standingOfRevision } from './revision.js';
import { homeInLane, placeOfLines } from './revisionPlace.js';

interface FinishedReview {
  readonly repository: OpenRepository;
  readonly lane: Lane;
  readonly drafts: ReviewDrafts;
  readonly notice: RefusalNotice;
}

type Verdict = 'comment' | 'approve' | 'request' | 'discard';

/**
 * Ends a review: asks for the verdict, records the drafts as findings, then approves or requests changes. A draft that is refused
 * stays, with those after it, and nothing is approved.
 */
export async function finishReview(review: FinishedReview): Promise<unknown> {
  const { repository, lane, drafts, notice } = review;
  const own = drafts.of({ repository: repository.id, lane: lane.lane });
  const title = l10n.t('Finish Review of {0}', lane.lane);
  const verdict = await askChoice<Verdict>({ title, rows: verdicts(lane, own.length) });
  if (verdict === undefined || verdict === back) return undefined;
  if (verdict === 'discard') return discard(review, own);
  const summary = verdict === 'request' ? await askSummary(title, own.length > 0) : '';
  if (summary === undefined) return undefined;
  const refs: string[] = [];
  for (const draft of own) {
    const recorded = await record(repository, lane, draft);
    if (isRefusal(recorded)) {
      notice.show(recorded, repository);
      return recorded;
    }
    refs.push(recorded.finding.ref);
    await drafts.remove([draft.id]);
  }
  const standing = { repository: repository.id, folder: lane.worktreePath, top: lane.worktreePath };
  if (verdict === 'approve') {
    return vscode.commands.executeCommand(
      `stateroom.${laneOperationName('workerApprove')}`,
      { lane: lane.lane },
      standing,
    );
  }
  if (verdict === 'request') {
    // For the agent, and stored: in English.
    const message = [summary, refs.length === 0 ? '' : `Findings: ${refs.join(', ')}`]
      .filter(text => text !== '')
      .join('\n');
    const command = `stateroom.${laneOperationName('workerRequestChanges')}`;
    return vscode.commands.executeCommand(command, { lane: lane.lane, message }, standing);
  }
  sayDone(l10n.t('Recorded {0}', refs.join(', ')));
  return { findings: refs };
}

function verdicts({ state }: Lane, count: number): Choice<Verdict>[] {
  const findings = count === 1 ? l10n.t('Records 1 finding') : l10n.t('Records {0} findings', count);
  const isReviewed = state === 'IN_REVIEW' || state === 'APPROVED';
  return [
    ...(count === 0 ? [] : [{ label: l10n.t('$(comment) Comment'), description: findings, value: 'comment' as const }]),
    ...(state === 'IN_REVIEW'
      ? [{ label: l10n.t('$(check) Approve'), description: count === 0 ? '' : findings, value: 'approve' as const }]
      : []),
    ...(isReviewed
      ? [
          {
            label: l10n.t('$(request-changes) Request Changes…'),
            description: count === 0 ? '' : findings,
            value: 'request' as const,
          },
        ]
      : []),
    ...(count === 0 ? [] : [{ label: l10n.t('$(trash) Discard Review…'), description: '', value: 'discard' as const }]),
  ];
}

/** What is to change; may be left out where findings say it. */
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

function record(repository: OpenRepository, lane: Lane, { id, revision, lines, severity, text }: Draft) {
  const place = placeOfLines(revision, lines);
  const input = { ...place, ...homeInLane(lane), severity, text, id };
  return repository.invoke(findingRecord, input, { folder: standingOfRevision(revision).folder });
}

async function discard({ lane, drafts }: FinishedReview, own: readonly Draft[]): Promise<undefined> {
  const text =
    own.length === 1
      ? l10n.t('Discard your review of {0} with 1 comment?', lane.lane)
      : l10n.t('Discard your review of {0} with {1} comments?', lane.lane, own.length);
  const button = l10n.t('Discard');
  const chosen = await vscode.window.showWarningMessage(asMessage(text), { modal: true }, button);
  if (chosen === button) await drafts.remove(own.map(({ id }) => id));
  return undefined;
}
