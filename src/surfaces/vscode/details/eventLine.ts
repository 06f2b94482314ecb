import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import type { OwnEventType } from '../../../domain/event/ownEvents.js';
import { planCursorStates } from '../../../domain/plan/planCursorState.js';
import { reviewVerdicts } from '../../../domain/review/reviewVerdict.js';
import { shortened } from '../../../domain/text/shortened.js';
import { exactLocalTime } from '../support/localTime.js';
import { codeSpan } from './codeSpan.js';
import { findingSentences } from './findingSentences.js';
import { inlineMarkdown, withoutMarks } from './inlineMarkdown.js';
import { laneSentences } from './laneSentences.js';
import { type Sentence, withList, withText } from './sentence.js';
import { knownWord, planCursorWord, verdictWord } from './stateWords.js';
import { taskSentences } from './taskSentences.js';

/** What happened, in one line of Markdown: a sentence for Stateroom’s own types, type and content for others. */
export function eventLine(event: TimelineEvent): string {
  const sentence = sentenceOf(event);
  if (sentence !== undefined) return sentence(actorOf(event), event.payload);
  const payload = Object.keys(event.payload).length === 0 ? '' : ` ${codeSpan(JSON.stringify(event.payload))}`;
  return `${inlineMarkdown(event.type)} — ${actorOf(event)}${payload}`;
}

/** The same as plain text, at most so many characters; undefined for events that are not Stateroom’s own. */
export function eventWords(event: TimelineEvent, length: number): string | undefined {
  const sentence = sentenceOf(event);
  return sentence === undefined ? undefined : shortened(withoutMarks(sentence(actorOf(event), event.payload)), length);
}

/** Who did it: `codex-1 (codex)`. */
function actorOf(event: TimelineEvent): string {
  const name = inlineMarkdown(event.actor ?? l10n.t('Someone'));
  return event.harness === undefined || event.harness === event.actor
    ? name
    : l10n.t('{0} ({1})', name, inlineMarkdown(event.harness));
}

function sentenceOf({ type }: TimelineEvent): Sentence | undefined {
  return Object.hasOwn(sentences, type) ? sentences[type as OwnEventType] : undefined;
}

const sentences: Readonly<Record<OwnEventType, Sentence>> = {
  work_item_created: (actor, payload) =>
    payload.status === 'waiting_human' ? l10n.t('{0} added it with a question', actor) : l10n.t('{0} added it', actor),
  work_item_claimed: (actor, { leaseUntil, previousOwner }) => {
    const lease =
      typeof leaseUntil === 'number'
        ? l10n.t('lease until {0}', exactLocalTime(new Date(leaseUntil).toISOString()))
        : l10n.t('no lease');
    if (typeof previousOwner === 'string') {
      return l10n.t('{0} took it over from {1}, {2}', actor, inlineMarkdown(previousOwner), lease);
    }
    return l10n.t('{0} claimed it, {1}', actor, lease);
  },
  work_item_lease_expired: (_actor, { owner }) =>
    typeof owner === 'string' ? l10n.t('The lease of {0} ran out', inlineMarkdown(owner)) : l10n.t('The lease ran out'),
  work_item_released: (actor, { notes }) => withText(l10n.t('{0} gave it back', actor), notes),
  work_item_asked: (actor, { question }) => withText(l10n.t('{0} asked', actor), question),
  work_item_advanced: (actor, { status, answer }) => {
    if (status === 'cancelled') return withText(l10n.t('{0} cancelled it', actor), answer);
    return status === 'in_flight'
      ? withText(l10n.t('{0} answered, its holder goes on', actor), answer)
      : withText(l10n.t('{0} answered', actor), answer);
  },
  work_item_resolved: (actor, { status, notes }) => {
    if (status === 'failed') return withText(l10n.t('{0} gave it up as failed', actor), notes);
    if (status === 'cancelled') return withText(l10n.t('{0} cancelled it', actor), notes);
    return withText(l10n.t('{0} finished it', actor), notes);
  },
  work_item_reopened: (actor, { reason }) => withText(l10n.t('{0} took it up again', actor), reason),
  work_item_annotated: (actor, { keys }) => withList(l10n.t('{0} noted', actor), keys),
  work_item_edited: (actor, { fields }) => withList(l10n.t('{0} changed', actor), fields),
  work_item_reprioritised: (actor, { priority, from }) => {
    const before = typeof from === 'object' && from !== null && !Array.isArray(from) ? from.priority : undefined;
    return before === priority || typeof before !== 'number'
      ? l10n.t('{0} moved it in the queue', actor)
      : l10n.t('{0} moved it from P{1} to P{2}', actor, before, String(priority));
  },
  work_item_dependency_added: (actor, { dependsOn }) => withList(l10n.t('{0} made it wait for', actor), dependsOn),
  work_item_dependency_removed: (actor, { dependsOn }) =>
    withList(l10n.t('{0} lets it no longer wait for', actor), dependsOn),
  slice_started: (actor, { title }) => withText(l10n.t('{0} started a slice', actor), title),
  slice_committed: (actor, { message }) => withText(l10n.t('{0} committed the slice', actor), message),
  slice_closed: (actor, { decision }) => withText(l10n.t('{0} closed the slice', actor), decision),
  evidence_recorded: (actor, { passed, command }) =>
    withText(passed === true ? l10n.t('{0} saw it pass', actor) : l10n.t('{0} saw it fail', actor), command),
  plan_registered: (actor, { plan }) => withText(l10n.t('{0} registered the plan', actor), plan),
  plan_analysed: (actor, { plan }) => withText(l10n.t('{0} analysed the plan', actor), plan),
  plan_accepted: (actor, { plan }) => withText(l10n.t('{0} accepted the plan', actor), plan),
  plan_attested: (actor, { item }) => withText(l10n.t('{0} attested', actor), item),
  plan_item_ticked: (actor, { items }) => withList(l10n.t('{0} ticked', actor), items),
  plan_cursor_moved: (actor, { item, state }) =>
    withText(
      l10n.t('{0} moved an item of the plan to “{1}”', actor, knownWord(planCursorStates, state, planCursorWord)),
      item,
    ),
  review_started: (actor, { subject }) => withText(l10n.t('{0} started a review', actor), subject),
  review_recorded: (actor, { verdict, subject }) =>
    withText(l10n.t('{0} reviewed it: {1}', actor, knownWord(reviewVerdicts, verdict, verdictWord)), subject),
  changes_requested: (actor, { comment }) => withText(l10n.t('{0} asked for changes', actor), comment),
  review_imported: (actor, { run, verdict, grade, says }) =>
    l10n.t(
      '{0} imported {1} from a file, which says that {2} recorded it: {3}. It counts as {4}.',
      actor,
      inlineMarkdown(String(run)),
      inlineMarkdown(nameIn(says)),
      knownWord(reviewVerdicts, verdict, verdictWord),
      grade === 'reported' ? l10n.t('reported') : l10n.t('said'),
    ),
  attempt_refused: (actor, { operation, about, why }) =>
    withText(
      l10n.t(
        '{0} tried {1} on {2} and was refused',
        actor,
        inlineMarkdown(String(operation)),
        inlineMarkdown(String(about)),
      ),
      why,
    ),
  ...findingSentences,
  ...laneSentences,
  ...taskSentences,
  store_restored: (actor, { file }) => withText(l10n.t('{0} restored a backup', actor), file),
};

/** Whom a file names. */
function nameIn(says: unknown): string {
  const name = typeof says === 'object' && says !== null ? (says as { readonly actor?: unknown }).actor : undefined;
  return typeof name === 'string' ? name : l10n.t('Someone');
}
