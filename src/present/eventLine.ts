import type { TimelineEvent } from '../domain/event/event.js';
import type { OwnEventType } from '../domain/event/ownEvents.js';
import { planCursorStates } from '../domain/plan/planCursorState.js';
import { reviewVerdicts } from '../domain/review/reviewVerdict.js';
import { shortened } from '../domain/text/shortened.js';
import type { Translate } from '../reports/translate.js';
import { codeSpan } from './codeSpan.js';
import { findingSentences } from './findingSentences.js';
import { inlineMarkdown, withoutMarks } from './inlineMarkdown.js';
import { laneSentences } from './laneSentences.js';
import { type Sentence, withList, withText } from './sentence.js';
import { knownWord, planCursorWord, verdictWord } from './stateWords.js';
import { taskSentences } from './taskSentences.js';
import type { WriteTime } from './writeTime.js';

/** What happened, in one line of Markdown: a sentence for Stateroom’s own types, type and content for others. */
export function eventLine(event: TimelineEvent, t: Translate, time: WriteTime): string {
  const sentence = sentenceOf(event);
  if (sentence !== undefined) return sentence(actorOf(event, t), event.payload, t, time);
  const payload = Object.keys(event.payload).length === 0 ? '' : ` ${codeSpan(JSON.stringify(event.payload))}`;
  return `${inlineMarkdown(event.type)} — ${actorOf(event, t)}${payload}`;
}

/** The same as plain text, at most so many characters; undefined for events that are not Stateroom’s own. */
export function eventWords(event: TimelineEvent, length: number, t: Translate, time: WriteTime): string | undefined {
  const sentence = sentenceOf(event);
  return sentence === undefined
    ? undefined
    : shortened(withoutMarks(sentence(actorOf(event, t), event.payload, t, time)), length);
}

/** Who did it: `codex-1 (codex)`. */
function actorOf(event: TimelineEvent, t: Translate): string {
  const name = inlineMarkdown(event.actor ?? t('Someone'));
  return event.harness === undefined || event.harness === event.actor
    ? name
    : t('{0} ({1})', name, inlineMarkdown(event.harness));
}

function sentenceOf({ type }: TimelineEvent): Sentence | undefined {
  return Object.hasOwn(sentences, type) ? sentences[type as OwnEventType] : undefined;
}

const sentences: Readonly<Record<OwnEventType, Sentence>> = {
  work_item_created: (actor, payload, t) =>
    payload.status === 'waiting_human' ? t('{0} added it with a question', actor) : t('{0} added it', actor),
  work_item_claimed: (actor, { leaseUntil, previousOwner }, t, time) => {
    const lease =
      typeof leaseUntil === 'number' ? t('lease until {0}', time(new Date(leaseUntil).toISOString())) : t('no lease');
    if (typeof previousOwner === 'string') {
      return t('{0} took it over from {1}, {2}', actor, inlineMarkdown(previousOwner), lease);
    }
    return t('{0} claimed it, {1}', actor, lease);
  },
  work_item_lease_expired: (_actor, { owner }, t) =>
    typeof owner === 'string' ? t('The lease of {0} ran out', inlineMarkdown(owner)) : t('The lease ran out'),
  work_item_released: (actor, { notes }, t) => withText(t('{0} gave it back', actor), notes, t),
  work_item_asked: (actor, { question }, t) => withText(t('{0} asked', actor), question, t),
  work_item_advanced: (actor, { status, answer }, t) => {
    if (status === 'cancelled') return withText(t('{0} cancelled it', actor), answer, t);
    return status === 'in_flight'
      ? withText(t('{0} answered, its holder goes on', actor), answer, t)
      : withText(t('{0} answered', actor), answer, t);
  },
  work_item_resolved: (actor, { status, notes }, t) => {
    if (status === 'failed') return withText(t('{0} gave it up as failed', actor), notes, t);
    if (status === 'cancelled') return withText(t('{0} cancelled it', actor), notes, t);
    return withText(t('{0} finished it', actor), notes, t);
  },
  work_item_reopened: (actor, { reason }, t) => withText(t('{0} took it up again', actor), reason, t),
  work_item_annotated: (actor, { keys }, t) => withList(t('{0} noted', actor), keys, t),
  work_item_edited: (actor, { fields }, t) => withList(t('{0} changed', actor), fields, t),
  work_item_reprioritised: (actor, { priority, from }, t) => {
    const before = typeof from === 'object' && from !== null && !Array.isArray(from) ? from.priority : undefined;
    return before === priority || typeof before !== 'number'
      ? t('{0} moved it in the queue', actor)
      : t('{0} moved it from P{1} to P{2}', actor, before, String(priority));
  },
  work_item_dependency_added: (actor, { dependsOn }, t) => withList(t('{0} made it wait for', actor), dependsOn, t),
  work_item_dependency_removed: (actor, { dependsOn }, t) =>
    withList(t('{0} lets it no longer wait for', actor), dependsOn, t),
  slice_started: (actor, { title }, t) => withText(t('{0} started a slice', actor), title, t),
  slice_committed: (actor, { message }, t) => withText(t('{0} committed the slice', actor), message, t),
  slice_closed: (actor, { decision }, t) => withText(t('{0} closed the slice', actor), decision, t),
  evidence_recorded: (actor, { passed, command }, t) =>
    withText(passed === true ? t('{0} saw it pass', actor) : t('{0} saw it fail', actor), command, t),
  plan_registered: (actor, { plan }, t) => withText(t('{0} registered the plan', actor), plan, t),
  plan_analysed: (actor, { plan }, t) => withText(t('{0} analysed the plan', actor), plan, t),
  plan_accepted: (actor, { plan }, t) => withText(t('{0} accepted the plan', actor), plan, t),
  plan_attested: (actor, { item }, t) => withText(t('{0} attested', actor), item, t),
  plan_item_ticked: (actor, { items }, t) => withList(t('{0} ticked', actor), items, t),
  plan_cursor_moved: (actor, { item, state }, t) =>
    withText(
      t('{0} moved an item of the plan to “{1}”', actor, knownWord(planCursorStates, state, planCursorWord, t)),
      item,
      t,
    ),
  review_started: (actor, { subject }, t) => withText(t('{0} started a review', actor), subject, t),
  review_recorded: (actor, { verdict, subject }, t) =>
    withText(t('{0} reviewed it: {1}', actor, knownWord(reviewVerdicts, verdict, verdictWord, t)), subject, t),
  changes_requested: (actor, { comment }, t) => withText(t('{0} asked for changes', actor), comment, t),
  review_imported: (actor, { run, verdict, grade, says }, t) =>
    t(
      '{0} imported {1} from a file, which says that {2} recorded it: {3}. It counts as {4}.',
      actor,
      inlineMarkdown(String(run)),
      inlineMarkdown(nameIn(says, t)),
      knownWord(reviewVerdicts, verdict, verdictWord, t),
      grade === 'reported' ? t('reported') : t('said'),
    ),
  attempt_refused: (actor, { operation, about, why }, t) =>
    withText(
      t(
        '{0} tried {1} on {2} and was refused',
        actor,
        inlineMarkdown(String(operation)),
        inlineMarkdown(String(about)),
      ),
      why,
      t,
    ),
  ...findingSentences,
  ...laneSentences,
  ...taskSentences,
  store_restored: (actor, { file }, t) => withText(t('{0} restored a backup', actor), file, t),
};

/** Whom a file names. */
function nameIn(says: unknown, t: Translate): string {
  const name = typeof says === 'object' && says !== null ? (says as { readonly actor?: unknown }).actor : undefined;
  return typeof name === 'string' ? name : t('Someone');
}
