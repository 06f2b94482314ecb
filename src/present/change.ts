import { type EventSubject, eventFacts, type OwnEventType, type ownEvents } from '../domain/event/ownEvents.js';
import { isSeverity } from '../domain/finding/findingSeverity.js';
import { oneLine } from '../domain/text/oneLine.js';
import type { RecentChange } from '../reports/recentChanges.js';
import type { Translate } from '../reports/translate.js';
import { type Icon, iconOf } from './look.js';
import { severityLooks } from './severity.js';
import { taskStatusLooks, verdictLooks } from './status.js';

interface ChangeLook {
  /** What happened, with the thing it happened to: `F-3` or `4 findings`. */
  readonly say: (what: string, t: Translate, outcome: string | null, actor: string | null) => string;
  /** By outcome where that tells changes of the type apart; a dot unless something else is said. */
  readonly icon?: Icon | ((outcome: string | null) => Icon);
}

/** The types of events that are shown as changes. */
type ShownType = {
  [Type in OwnEventType]: (typeof ownEvents)[Type] extends { readonly change: unknown } ? Type : never;
}[OwnEventType];

const asks: Icon = { icon: 'question', color: 'charts.yellow' };
const warns: Icon = { icon: 'warning', color: 'list.warningForeground' };
const fails: Icon = { icon: 'error', color: 'list.errorForeground' };
const ends: Icon = { icon: 'pass', color: 'charts.green' };
const plain: Icon = { icon: 'circle-small-filled' };

/** How each change is told. */
const looks: Readonly<Record<ShownType, ChangeLook>> = {
  store_restored: { icon: warns, say: (_, t) => t('A backup was restored') },
  attempt_refused: {
    say: (what, t, _, actor) =>
      actor === null
        ? t('Agents tried what only a person may do: {0}', what)
        : t('{0} tried what only a person may do: {1}', oneLine(actor), what),
  },
  review_imported: {
    say: (what, t, outcome) =>
      outcome === 'reported' ? t('{0} imported, counts as reported', what) : t('{0} imported, counts as said', what),
  },
  gate_overridden: { icon: warns, say: (what, t) => t('{0} was overridden', what) },
  work_item_asked: { icon: asks, say: (what, t) => t('{0} needs you', what) },
  work_item_created: {
    icon: outcome => (outcome === 'waiting_human' ? asks : plain),
    say: (what, t, outcome) => (outcome === 'waiting_human' ? t('{0} needs you', what) : t('{0} added', what)),
  },
  work_item_claimed: { say: (what, t) => t('{0} claimed', what) },
  work_item_advanced: { say: (what, t) => t('{0} answered', what) },
  work_item_released: { say: (what, t) => t('{0} given back', what) },
  work_item_reopened: { say: (what, t) => t('{0} taken up again', what) },
  work_item_lease_expired: { say: (what, t) => t('The lease of {0} ran out', what) },
  work_item_resolved: {
    icon: outcome => (outcome === 'failed' ? fails : ends),
    say: (what, t, outcome) =>
      outcome === 'failed'
        ? t('{0} failed', what)
        : outcome === 'cancelled'
          ? t('{0} cancelled', what)
          : t('{0} done', what),
  },
  changes_requested: { icon: warns, say: (what, t) => t('Changes requested in {0}', what) },
  blocker_added: {
    icon: { icon: 'stop-circle', color: 'list.errorForeground' },
    say: (what, t) => t('Blocked by {0}', what),
  },
  blocker_resolved: { icon: ends, say: (what, t) => t('{0} resolved', what) },
  review_recorded: {
    icon: outcome => (outcome === 'fail' ? fails : outcome === 'pass' ? ends : plain),
    say: (what, t, outcome) => t('{0}: verdict {1}', what, verdictWord(outcome, t)),
  },
  finding_recorded: {
    icon: outcome =>
      isSeverity(outcome) && severityLooks[outcome].tone !== 'info' ? iconOf(severityLooks[outcome]) : plain,
    say: (what, t, outcome) => {
      if (!isSeverity(outcome)) return t('{0} recorded', what);
      return t('{0} recorded, {1}', what, severityLooks[outcome].word(t));
    },
  },
  finding_reopened: {
    icon: outcome => (outcome === 'true' ? { icon: 'discard' } : warns),
    say: (what, t, outcome) => (outcome === 'true' ? t('Decision on {0} taken back', what) : t('{0} reopened', what)),
  },
  finding_unproven: { say: (what, t) => t('{0} could not be proven', what) },
  finding_wontfixed: { say: (what, t) => t('{0} will not be fixed', what) },
  finding_deferred: { say: (what, t) => t('{0} deferred', what) },
  finding_fixed: { icon: ends, say: (what, t) => t('{0} fixed', what) },
  finding_resolved_on_branch: { say: (what, t) => t('{0} resolved on its branch', what) },
  finding_integrated: { icon: ends, say: (what, t) => t('{0} integrated', what) },
  evidence_recorded: {
    icon: outcome => (outcome === 'false' ? fails : ends),
    say: (what, t, outcome) => (outcome === 'false' ? t('{0} failed', what) : t('{0} passed', what)),
  },
  task_started: { say: (what, t) => t('{0} started', what) },
  task_finished: { icon: ends, say: (what, t) => t('{0} finished', what) },
  task_archived: { say: (what, t) => t('{0} archived', what) },
  task_updated: {
    say: (what, t, outcome) => {
      const look = Object.entries(taskStatusLooks).find(([status]) => status === outcome)?.[1];
      return look === undefined ? t('{0} changed', what) : t('{0} is {1}', what, look.word(t));
    },
  },
  plan_accepted: { icon: ends, say: (what, t) => t('{0} accepted', what) },
  plan_registered: { say: (what, t) => t('{0} registered', what) },
  plan_item_ticked: { say: (what, t) => t('Boxes ticked in {0}', what) },
  slice_started: { say: (what, t) => t('{0} started', what) },
  slice_committed: { say: (what, t) => t('{0} committed', what) },
  slice_closed: { icon: ends, say: (what, t) => t('{0} closed', what) },
  decision_recorded: { say: (what, t) => t('{0} recorded', what) },
  message_sent: { icon: asks, say: (what, t) => t('Asked in {0}', what) },
  worker_reported: {
    icon: outcome => (outcome === 'failed' ? fails : outcome === 'done' ? ends : plain),
    say: (what, t, outcome) => t('{0} reports: {1}', what, oneLine(outcome?.replaceAll('_', ' ') ?? '')),
  },
  worker_assigned: { say: (what, t) => t('{0} opened', what) },
  worker_started: { say: (what, t) => t('{0} started', what) },
  worker_submitted: { icon: asks, say: (what, t) => t('{0} handed in for review', what) },
  worker_conflicted: { icon: fails, say: (what, t) => t('Conflicts in {0}', what) },
  worker_failed: { icon: fails, say: (what, t) => t('{0} given up', what) },
  worker_approved: { icon: ends, say: (what, t) => t('{0} approved', what) },
  worker_sent_back: { say: (what, t) => t('{0} sent back for changes', what) },
  worker_merged: { icon: ends, say: (what, t) => t('{0} merged', what) },
  worker_cancelled: { say: (what, t) => t('{0} cancelled', what) },
  worker_retried: { say: (what, t) => t('{0} begun anew', what) },
  worker_restored: { say: (what, t) => t('{0} brought back', what) },
  next_action_added: { say: (what, t) => t('{0} added', what) },
  next_action_completed: { icon: ends, say: (what, t) => t('{0} done', what) },
};

/** Several things of a kind. */
const plurals: Readonly<Record<EventSubject, (count: number, t: Translate) => string>> = {
  workItem: (count, t) => t('{0} work items', count),
  finding: (count, t) => t('{0} findings', count),
  task: (count, t) => t('{0} tasks', count),
  slice: (count, t) => t('{0} slices', count),
  report: (count, t) => t('{0} workers', count),
  message: (count, t) => t('{0} messages', count),
  lane: (count, t) => t('{0} lanes', count),
  plan: (count, t) => t('{0} plans', count),
  evidence: (count, t) => t('{0} commands', count),
  review: (count, t) => t('{0} reviews', count),
  blocker: (count, t) => t('{0} blockers', count),
  decision: (count, t) => t('{0} decisions', count),
  nextAction: (count, t) => t('{0} next actions', count),
  gate: times,
  repository: times,
};

/** One thing of a kind without a name of its own. */
const singulars: Readonly<Partial<Record<EventSubject, (t: Translate) => string>>> = {
  gate: t => t('a gate'),
  decision: t => t('a decision'),
};

/** What happened, in a sentence without a full stop: `F-3 fixed`, `4 findings fixed`. */
export function changeSentence(change: RecentChange, t: Translate): string {
  const { type, refs, outcome, actor } = change;
  const what = refs.length === 1 && change.count === 1 ? oneLine(refs[0] ?? '') : counted(change, t);
  return lookOf(type)?.say(what, t, outcome, actor) ?? t('{0}: {1}', type, what);
}

/** The icon of a change. */
export function changeIcon({ type, outcome }: Pick<RecentChange, 'type' | 'outcome'>): Icon {
  const icon = lookOf(type)?.icon ?? plain;
  return typeof icon === 'function' ? icon(outcome) : icon;
}

function lookOf(type: string): ChangeLook | undefined {
  return Object.hasOwn(looks, type) ? looks[type as ShownType] : undefined;
}

function counted({ type, count }: RecentChange, t: Translate): string {
  const subject = eventFacts(type)?.about ?? 'repository';
  return count === 1 ? (singulars[subject]?.(t) ?? '') : plurals[subject](count, t);
}

function times(count: number, t: Translate): string {
  return t('{0} times', count);
}

function verdictWord(verdict: string | null, t: Translate): string {
  const look = Object.entries(verdictLooks).find(([name]) => name === verdict)?.[1];
  return look?.word(t) ?? oneLine(verdict ?? '');
}
