import type { TimelineEvent } from '../domain/event/event.js';
import type { OwnEventType } from '../domain/event/ownEvents.js';
import { closeReasons, laneStatuses } from '../domain/lane/laneStatus.js';
import { reportOutcomes } from '../domain/worker/workerReportRow.js';
import type { Translate } from '../reports/translate.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { closeWord, laneStatusWord } from './laneViewRow.js';
import { type Sentence, withList, withText } from './sentence.js';
import { knownWord } from './stateWords.js';
import { outcomeWord } from './talkPages.js';

type Payload = TimelineEvent['payload'];

/** What happened to a lane and its worker; each event names it. */
export const laneSentences = {
  lane_opened: (actor, payload, t) => withText(t('{0} opened {1}', actor, lane(payload, t)), payload.branch, t),
  lane_adopted: (actor, payload, t) => withText(t('{0} took {1} over', actor, lane(payload, t)), payload.branch, t),
  lane_updated: (actor, payload, t) =>
    Array.isArray(payload.fields)
      ? withList(t('{0} changed of {1}:', actor, lane(payload, t)), payload.fields.map(named), t)
      : withText(t('{0} found {1} elsewhere', actor, lane(payload, t)), payload.worktreePath, t),
  lane_status_changed: (actor, payload, t) =>
    t('{0} set {1} to “{2}”', actor, lane(payload, t), knownWord(laneStatuses, payload.status, laneStatusWord, t)),
  lane_closed: (actor, payload, t) => {
    const closed = t('{0} closed {1}', actor, lane(payload, t));
    return payload.closeReason == null
      ? closed
      : t('{0}: “{1}”', closed, knownWord(closeReasons, payload.closeReason, closeWord, t));
  },
  lane_restored: (actor, payload, t) => t('{0} brought {1} back', actor, lane(payload, t)),
  worker_assigned: (actor, payload, t) => t('{0} made a worker for {1}', actor, lane(payload, t)),
  worker_started: (actor, payload, t) => t('{0} began to work in {1}', actor, lane(payload, t)),
  worker_committed: (actor, payload, t) => withCommit(t('{0} committed in {1}', actor, lane(payload, t)), payload, t),
  worker_submitted: (actor, payload, t) => withCommit(t('{0} handed {1} in', actor, lane(payload, t)), payload, t),
  worker_conflicted: (_actor, payload, t) => withList(t('{0} has conflicts in', lane(payload, t)), payload.paths, t),
  worker_failed: (actor, payload, t) => withText(t('{0} gave {1} up', actor, lane(payload, t)), payload.reason, t),
  worker_approved: (actor, payload, t) => withCommit(t('{0} approved {1}', actor, lane(payload, t)), payload, t),
  worker_sent_back: (actor, payload, t) =>
    withText(t('{0} asked for changes in {1}', actor, lane(payload, t)), payload.reason, t),
  worker_merged: (actor, payload, t) => withCommit(t('{0} merged {1}', actor, lane(payload, t)), payload, t),
  worker_cancelled: (actor, payload, t) => withText(t('{0} cancelled {1}', actor, lane(payload, t)), payload.reason, t),
  worker_reported: (actor, payload, t) =>
    withText(
      t(
        '{0} reported on {1}: {2}',
        actor,
        lane(payload, t),
        knownWord(reportOutcomes, payload.outcome, outcomeWord, t),
      ),
      payload.summary,
      t,
    ),
  worker_report_acknowledged: (actor, payload, t) =>
    t('{0} read the report {1} on {2}', actor, word(payload.report, t), lane(payload, t)),
  message_sent: (actor, { message, to, subject }, t) =>
    withText(t('{0} wrote {1} to {2}', actor, word(message, t), word(to, t)), subject, t),
  messages_acknowledged: (_actor, { message, reader }, t) =>
    t('{0} is done with all messages up to {1}', word(reader, t), word(message, t)),
  worker_retried: (actor, payload, t) => t('{0} began {1} anew', actor, lane(payload, t)),
  worker_restored: (actor, payload, t) => t('{0} brought the work in {1} back', actor, lane(payload, t)),
} satisfies Partial<Record<OwnEventType, Sentence>>;

const shortCommit = 10;

function withCommit(sentence: string, { commit }: Payload, t: Translate): string {
  return typeof commit === 'string' ? t('{0} at {1}', sentence, word(commit.slice(0, shortCommit), t)) : sentence;
}

/** `L-3 login` */
function lane({ lane: ref, name }: Payload, t: Translate): string {
  const words = [ref, name].filter(part => typeof part === 'string').map(inlineMarkdown);
  return words.length === 0 ? t('a lane') : words.join(' ');
}

/** `owned_paths` in words. */
function named(field: unknown): unknown {
  return typeof field === 'string' ? field.replaceAll('_', ' ') : field;
}

function word(value: unknown, t: Translate): string {
  return typeof value === 'string' ? inlineMarkdown(value) : t('it');
}
