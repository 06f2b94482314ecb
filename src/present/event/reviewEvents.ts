import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { oneLine } from '../../domain/text/oneLine.js';
import type { Translate } from '../../reports/translate.js';
import { inlineMarkdown } from '../inlineMarkdown.js';
import { findWord } from '../stateWords.js';
import { planCursorWords, verdictLooks } from '../status.js';
import { ends, fails, plain, warns } from './changeIcons.js';
import { short, withList, withText } from './eventParts.js';
import type { EventTexts } from './eventTexts.js';

export const reviewEvents = {
  slice_started: {
    line: (actor, { title }, t) => withText(t('{0} started a slice', actor), title, t),
    change: { say: (what, t) => t('{0} started', what) },
  },
  slice_committed: {
    line: (actor, { message }, t) => withText(t('{0} committed the slice', actor), message, t),
    change: { say: (what, t) => t('{0} committed', what) },
  },
  slice_closed: {
    line: (actor, { decision }, t) => withText(t('{0} closed the slice', actor), decision, t),
    change: { icon: ends, say: (what, t) => t('{0} closed', what) },
  },
  evidence_recorded: {
    line: (actor, { passed, command }, t) =>
      withText(
        passed === true ? t('{0} recorded a passing run', actor) : t('{0} recorded a failing run', actor),
        command,
        t,
      ),
    change: {
      icon: outcome => (outcome === 'false' ? fails : ends),
      say: (what, t, outcome) => (outcome === 'false' ? t('{0} failed', what) : t('{0} passed', what)),
    },
  },
  plan_registered: {
    line: (actor, { plan }, t) => withText(t('{0} registered the plan', actor), plan, t),
    change: { say: (what, t) => t('{0} registered', what) },
  },
  plan_analysed: {
    line: (actor, { plan }, t) => withText(t('{0} analyzed the plan', actor), plan, t),
  },
  plan_accepted: {
    line: (actor, { plan }, t) => withText(t('{0} accepted the plan', actor), plan, t),
    change: { icon: ends, say: (what, t) => t('{0} accepted', what) },
  },
  plan_attested: {
    line: (actor, { item }, t) => withText(t('{0} attested a plan item', actor), item, t),
  },
  plan_item_ticked: {
    line: (actor, { items }, t) => withList(t('{0} ticked', actor), items, t),
    change: { say: (what, t) => t('Items ticked in {0}', what) },
  },
  plan_cursor_moved: {
    line: (actor, { item, state }, t) =>
      withText(t('{0} moved a plan item to “{1}”', actor, findWord(planCursorWords, state, t)), item, t),
  },
  review_started: {
    line: (actor, { subject }, t) => withText(t('{0} started a review', actor), subject, t),
  },
  review_recorded: {
    line: (actor, { verdict, subject }, t) =>
      withText(t('{0} recorded a review with verdict {1}', actor, findWord(verdictLooks, verdict, t)), subject, t),
    change: {
      icon: outcome => (outcome === 'fail' ? fails : outcome === 'pass' ? ends : plain),
      say: (what, t, outcome) => t('{0}: verdict {1}', what, verdictText(outcome, t)),
    },
  },
  review_used: {
    line: (actor, { run, commit }, t) =>
      withText(t('{0} used review {1} for a commit', actor, inlineMarkdown(String(run))), short(commit), t),
  },
  changes_requested: {
    line: (actor, { comment }, t) => withText(t('{0} requested changes', actor), comment, t),
    change: { icon: warns, say: (what, t) => t('Changes requested on {0}', what) },
  },
  review_imported: {
    line: (actor, { run, verdict, grade, says }, t) =>
      t(
        '{0} imported {1} from a file that names {2} as reviewer: {3}. It counts as {4}.',
        actor,
        inlineMarkdown(String(run)),
        inlineMarkdown(nameIn(says, t)),
        findWord(verdictLooks, verdict, t),
        grade === 'reported' ? t('reported') : t('said'),
      ),
    change: {
      say: (what, t, outcome) =>
        outcome === 'reported' ? t('{0} imported, graded as reported', what) : t('{0} imported, graded as said', what),
    },
  },
} satisfies Partial<Record<OwnEventType, EventTexts>>;

/** Returns a newer version's verdict unchanged. */
function verdictText(verdict: string | null, t: Translate): string {
  const look = Object.entries(verdictLooks).find(([name]) => name === verdict)?.[1];
  return look?.word(t) ?? oneLine(verdict ?? '');
}

function nameIn(says: unknown, t: Translate): string {
  const name = typeof says === 'object' && says !== null ? (says as { readonly actor?: unknown }).actor : undefined;
  return typeof name === 'string' ? name : t('Someone');
}
