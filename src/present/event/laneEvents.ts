import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { oneLine } from '../../domain/text/oneLine.js';
import type { Translate } from '../../reports/translate.js';
import { inlineMarkdown } from '../inlineMarkdown.js';
import { findWord } from '../stateWords.js';
import { closeReasonWords, laneStatusWords, reportOutcomeLooks } from '../status.js';
import { asks, ends, fails, plain, warns } from './changeIcons.js';
import { short, withList, withText, word } from './eventParts.js';
import type { EventTexts, Payload } from './eventTexts.js';

/** Events of a lane, its worker and its messages. Each payload names the lane. */
export const laneEvents = {
  owned_path_violated: {
    line: (actor, payload, t) => {
      const path = word(payload.path, t);
      const { owner } = payload;
      return payload.rule === 'owned' || owner !== undefined
        ? t(
            '{0} tried to change {1}, which {2} owns',
            actor,
            path,
            lane(owner === undefined ? payload : { lane: owner }, t),
          )
        : t('{0} tried to change {1}, which {2} does not own', actor, path, lane(payload, t));
    },
    change: { icon: warns, say: (what, t) => t('Change refused because of owned paths: {0}', what) },
  },
  approval_refused: {
    line: (actor, payload, t) => withText(t('{0} could not approve {1}', actor, lane(payload, t)), payload.why, t),
  },
  lane_opened: {
    line: (actor, payload, t) => withText(t('{0} opened {1}', actor, lane(payload, t)), payload.branch, t),
  },
  lane_adopted: {
    line: (actor, payload, t) => withText(t('{0} adopted {1}', actor, lane(payload, t)), payload.branch, t),
  },
  lane_updated: {
    line: (actor, payload, t) =>
      payload.from !== undefined
        ? t('{0} found the branch of {1} renamed to {2}', actor, lane(payload, t), word(payload.branch, t))
        : Array.isArray(payload.fields)
          ? withList(t('{0} updated {1}:', actor, lane(payload, t)), payload.fields.map(named), t)
          : withText(t('{0} found {1} at a new path', actor, lane(payload, t)), payload.worktreePath, t),
  },
  lane_status_changed: {
    line: (actor, payload, t) =>
      t('{0} set {1} to “{2}”', actor, lane(payload, t), findWord(laneStatusWords, payload.status, t)),
  },
  lane_closed: {
    line: (actor, payload, t) => {
      const closed = t('{0} closed {1}', actor, lane(payload, t));
      return payload.closeReason == null
        ? closed
        : t('{0}: “{1}”', closed, findWord(closeReasonWords, payload.closeReason, t));
    },
  },
  lane_restored: {
    line: (actor, payload, t) => t('{0} restored {1}', actor, lane(payload, t)),
  },
  worker_assigned: {
    line: (actor, payload, t) => t('{0} assigned a worker to {1}', actor, lane(payload, t)),
    change: { say: (what, t) => t('{0} opened', what) },
  },
  worker_started: {
    line: (actor, payload, t) =>
      typeof payload.agent === 'string' && payload.agent !== actor
        ? t('{0} started {1} in {2}', actor, payload.agent, lane(payload, t))
        : t('{0} started work in {1}', actor, lane(payload, t)),
    change: { say: (what, t) => t('{0} started', what) },
  },
  worker_committed: {
    line: (actor, payload, t) => withCommit(t('{0} committed in {1}', actor, lane(payload, t)), payload, t),
  },
  worker_submitted: {
    line: (actor, payload, t) => withCommit(t('{0} submitted {1}', actor, lane(payload, t)), payload, t),
    change: { icon: asks, say: (what, t) => t('{0} submitted for review', what) },
  },
  worker_conflicted: {
    line: (_actor, payload, t) => withList(t('{0} has conflicts in', lane(payload, t)), payload.paths, t),
    change: { icon: fails, say: (what, t) => t('Conflicts in {0}', what) },
  },
  worker_failed: {
    line: (actor, payload, t) => withText(t('{0} marked {1} as failed', actor, lane(payload, t)), payload.reason, t),
    change: { icon: fails, say: (what, t) => t('{0} failed', what) },
  },
  worker_approved: {
    line: (actor, payload, t) => withCommit(t('{0} approved {1}', actor, lane(payload, t)), payload, t),
    change: { icon: ends, say: (what, t) => t('{0} approved', what) },
  },
  worker_approval_kept: {
    line: (_actor, payload, t) =>
      t('The approval of {0} holds at {1}: same changes, rebased', lane(payload, t), word(short(payload.commit), t)),
  },
  worker_sent_back: {
    line: (actor, payload, t) =>
      withText(t('{0} requested changes in {1}', actor, lane(payload, t)), payload.reason, t),
    change: { say: (what, t) => t('Changes requested on {0}', what) },
  },
  worker_merged: {
    line: (actor, payload, t) => withCommit(t('{0} merged {1}', actor, lane(payload, t)), payload, t),
    change: { icon: ends, say: (what, t) => t('{0} merged', what) },
  },
  worker_cancelled: {
    line: (actor, payload, t) => withText(t('{0} cancelled {1}', actor, lane(payload, t)), payload.reason, t),
    change: { say: (what, t) => t('{0} cancelled', what) },
  },
  worker_reported: {
    line: (actor, payload, t) =>
      withText(
        t('{0} reported on {1}: {2}', actor, lane(payload, t), findWord(reportOutcomeLooks, payload.outcome, t)),
        payload.summary,
        t,
      ),
    change: {
      icon: outcome => (outcome === 'failed' ? fails : outcome === 'done' ? ends : plain),
      say: (what, t, outcome) => t('{0} reported: {1}', what, oneLine(outcome?.replaceAll('_', ' ') ?? '')),
    },
  },
  worker_report_acknowledged: {
    line: (actor, payload, t) =>
      t('{0} acknowledged report {1} on {2}', actor, word(payload.report, t), lane(payload, t)),
  },
  message_sent: {
    line: (actor, { message, to, subject }, t) =>
      withText(t('{0} sent {1} to {2}', actor, word(message, t), word(to, t)), subject, t),
    change: { icon: asks, say: (what, t) => t('Question asked in {0}', what) },
  },
  messages_acknowledged: {
    line: (_actor, { message, reader }, t) =>
      t('{0} acknowledged all messages up to {1}', word(reader, t), word(message, t)),
  },
  worker_retried: {
    line: (actor, payload, t) => t('{0} restarted {1}', actor, lane(payload, t)),
    change: { say: (what, t) => t('{0} restarted', what) },
  },
  worker_restored: {
    line: (actor, payload, t) => t('{0} restored the work in {1}', actor, lane(payload, t)),
    change: { say: (what, t) => t('{0} restored', what) },
  },
} satisfies Partial<Record<OwnEventType, EventTexts>>;

function withCommit(line: string, { commit }: Payload, t: Translate): string {
  return typeof commit === 'string' ? t('{0} at {1}', line, word(short(commit), t)) : line;
}

/** `L-3 login` */
function lane({ lane: ref, name }: Payload, t: Translate): string {
  const words = [ref, name].filter(part => typeof part === 'string').map(inlineMarkdown);
  return words.length === 0 ? t('a lane') : words.join(' ');
}

function named(field: unknown): unknown {
  return typeof field === 'string' ? field.replaceAll('_', ' ') : field;
}
