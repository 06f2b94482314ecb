import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import type { OwnEventType } from '../../../domain/event/ownEvents.js';
import { closeReasons, laneStatuses } from '../../../domain/lane/laneStatus.js';
import { reportOutcomes } from '../../../domain/worker/workerReportRow.js';
import { outcomeWord } from '../lanes/talkTexts.js';
import { closeWord, laneStatusWord } from '../views/lanes/laneViewRow.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { type Sentence, withList, withText } from './sentence.js';
import { knownWord } from './stateWords.js';

type Payload = TimelineEvent['payload'];

/** What happened to a lane and its worker; each event names it. */
export const laneSentences = {
  lane_opened: (actor, payload) => withText(l10n.t('{0} opened {1}', actor, lane(payload)), payload.branch),
  lane_adopted: (actor, payload) => withText(l10n.t('{0} took {1} over', actor, lane(payload)), payload.branch),
  lane_updated: (actor, payload) =>
    Array.isArray(payload.fields)
      ? withList(l10n.t('{0} changed of {1}:', actor, lane(payload)), payload.fields.map(named))
      : withText(l10n.t('{0} found {1} elsewhere', actor, lane(payload)), payload.worktreePath),
  lane_status_changed: (actor, payload) =>
    l10n.t('{0} set {1} to “{2}”', actor, lane(payload), knownWord(laneStatuses, payload.status, laneStatusWord)),
  lane_closed: (actor, payload) => {
    const closed = l10n.t('{0} closed {1}', actor, lane(payload));
    return payload.closeReason == null
      ? closed
      : l10n.t('{0}: “{1}”', closed, knownWord(closeReasons, payload.closeReason, closeWord));
  },
  lane_restored: (actor, payload) => l10n.t('{0} brought {1} back', actor, lane(payload)),
  worker_assigned: (actor, payload) => l10n.t('{0} made a worker for {1}', actor, lane(payload)),
  worker_started: (actor, payload) => l10n.t('{0} began to work in {1}', actor, lane(payload)),
  worker_committed: (actor, payload) => withCommit(l10n.t('{0} committed in {1}', actor, lane(payload)), payload),
  worker_submitted: (actor, payload) => withCommit(l10n.t('{0} handed {1} in', actor, lane(payload)), payload),
  worker_conflicted: (_actor, payload) => withList(l10n.t('{0} has conflicts in', lane(payload)), payload.paths),
  worker_failed: (actor, payload) => withText(l10n.t('{0} gave {1} up', actor, lane(payload)), payload.reason),
  worker_approved: (actor, payload) => withCommit(l10n.t('{0} approved {1}', actor, lane(payload)), payload),
  worker_sent_back: (actor, payload) =>
    withText(l10n.t('{0} asked for changes in {1}', actor, lane(payload)), payload.reason),
  worker_merged: (actor, payload) => withCommit(l10n.t('{0} merged {1}', actor, lane(payload)), payload),
  worker_cancelled: (actor, payload) => withText(l10n.t('{0} cancelled {1}', actor, lane(payload)), payload.reason),
  worker_reported: (actor, payload) =>
    withText(
      l10n.t('{0} reported on {1}: {2}', actor, lane(payload), knownWord(reportOutcomes, payload.outcome, outcomeWord)),
      payload.summary,
    ),
  worker_report_acknowledged: (actor, payload) =>
    l10n.t('{0} read the report {1} on {2}', actor, word(payload.report), lane(payload)),
  message_sent: (actor, { message, to, subject }) =>
    withText(l10n.t('{0} wrote {1} to {2}', actor, word(message), word(to)), subject),
  messages_acknowledged: (_actor, { message, reader }) =>
    l10n.t('{0} is done with all messages up to {1}', word(reader), word(message)),
  worker_retried: (actor, payload) => l10n.t('{0} began {1} anew', actor, lane(payload)),
  worker_restored: (actor, payload) => l10n.t('{0} brought the work in {1} back', actor, lane(payload)),
} satisfies Partial<Record<OwnEventType, Sentence>>;

const shortCommit = 10;

function withCommit(sentence: string, { commit }: Payload): string {
  return typeof commit === 'string' ? l10n.t('{0} at {1}', sentence, word(commit.slice(0, shortCommit))) : sentence;
}

/** `L-3 login` */
function lane({ lane: ref, name }: Payload): string {
  const words = [ref, name].filter(part => typeof part === 'string').map(inlineMarkdown);
  return words.length === 0 ? l10n.t('a lane') : words.join(' ');
}

/** `owned_paths` in words. */
function named(field: unknown): unknown {
  return typeof field === 'string' ? field.replaceAll('_', ' ') : field;
}

function word(value: unknown): string {
  return typeof value === 'string' ? inlineMarkdown(value) : l10n.t('it');
}
