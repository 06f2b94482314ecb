import { oneLine } from './markup.js';
import type { RecentChange } from './recentChanges.js';
import type { Translate } from './translate.js';

type Wording = (what: string, t: Translate, outcome: string | null, actor: string | null) => string;

/** What happened, with the thing it happened to: `F-3` or `4 findings`. */
const wordings: Readonly<Record<string, Wording>> = {
  store_restored: (_, t) => t('A backup was restored'),
  attempt_refused: (what, t, _, actor) =>
    actor === null
      ? t('Agents tried what only a person may do: {0}', what)
      : t('{0} tried what only a person may do: {1}', oneLine(actor), what),
  review_imported: (what, t, outcome) =>
    outcome === 'reported' ? t('{0} imported, counts as reported', what) : t('{0} imported, counts as said', what),
  gate_overridden: (what, t) => t('{0} was overridden', what),
  work_item_asked: (what, t) => t('{0} needs you', what),
  work_item_created: (what, t, outcome) =>
    outcome === 'waiting_human' ? t('{0} needs you', what) : t('{0} added', what),
  work_item_claimed: (what, t) => t('{0} claimed', what),
  work_item_advanced: (what, t) => t('{0} answered', what),
  work_item_released: (what, t) => t('{0} given back', what),
  work_item_reopened: (what, t) => t('{0} taken up again', what),
  work_item_lease_expired: (what, t) => t('The lease of {0} ran out', what),
  work_item_resolved: (what, t, outcome) =>
    outcome === 'failed'
      ? t('{0} failed', what)
      : outcome === 'cancelled'
        ? t('{0} cancelled', what)
        : t('{0} done', what),
  changes_requested: (what, t) => t('Changes requested in {0}', what),
  blocker_added: (what, t) => t('Blocked by {0}', what),
  blocker_resolved: (what, t) => t('{0} resolved', what),
  review_recorded: (what, t, outcome) => t('{0}: verdict {1}', what, verdictWord(outcome, t)),
  finding_recorded: (what, t, outcome) => {
    if (outcome !== 'high' && outcome !== 'medium' && outcome !== 'low') return t('{0} recorded', what);
    return t('{0} recorded, {1}', what, severityWord(outcome, t));
  },
  finding_reopened: (what, t, outcome) =>
    outcome === 'true' ? t('Decision on {0} taken back', what) : t('{0} reopened', what),
  finding_unproven: (what, t) => t('{0} could not be proven', what),
  finding_wontfixed: (what, t) => t('{0} will not be fixed', what),
  finding_deferred: (what, t) => t('{0} deferred', what),
  finding_fixed: (what, t) => t('{0} fixed', what),
  finding_resolved_on_branch: (what, t) => t('{0} resolved on its branch', what),
  finding_integrated: (what, t) => t('{0} integrated', what),
  evidence_recorded: (what, t, outcome) => (outcome === 'false' ? t('{0} failed', what) : t('{0} passed', what)),
  task_started: (what, t) => t('{0} started', what),
  task_finished: (what, t) => t('{0} finished', what),
  task_archived: (what, t) => t('{0} archived', what),
  task_updated: (what, t, outcome) => {
    if (outcome !== 'in_progress' && outcome !== 'blocked' && outcome !== 'review') return t('{0} changed', what);
    return t('{0} is {1}', what, taskStatusWord(outcome, t));
  },
  plan_accepted: (what, t) => t('{0} accepted', what),
  plan_registered: (what, t) => t('{0} registered', what),
  plan_item_ticked: (what, t) => t('Boxes ticked in {0}', what),
  slice_started: (what, t) => t('{0} started', what),
  slice_committed: (what, t) => t('{0} committed', what),
  slice_closed: (what, t) => t('{0} closed', what),
  decision_recorded: (what, t) => t('{0} recorded', what),
  message_sent: (what, t) => t('Asked in {0}', what),
  worker_reported: (what, t, outcome) => t('{0} reports: {1}', what, oneLine(outcome?.replaceAll('_', ' ') ?? '')),
  worker_assigned: (what, t) => t('{0} opened', what),
  worker_started: (what, t) => t('{0} started', what),
  worker_submitted: (what, t) => t('{0} handed in for review', what),
  worker_conflicted: (what, t) => t('Conflicts in {0}', what),
  worker_failed: (what, t) => t('{0} given up', what),
  worker_approved: (what, t) => t('{0} approved', what),
  worker_sent_back: (what, t) => t('{0} sent back for changes', what),
  worker_merged: (what, t) => t('{0} merged', what),
  worker_cancelled: (what, t) => t('{0} cancelled', what),
  worker_retried: (what, t) => t('{0} begun anew', what),
  worker_restored: (what, t) => t('{0} brought back', what),
  next_action_added: (what, t) => t('{0} added', what),
  next_action_completed: (what, t) => t('{0} done', what),
};

/** What happened, in a sentence without a full stop: `F-3 fixed`, `4 findings fixed`. */
export function changeSentence(change: RecentChange, t: Translate): string {
  const { type, refs, outcome, actor } = change;
  const what = refs.length === 1 && change.count === 1 ? oneLine(refs[0] ?? '') : counted(change, t);
  return wordings[type]?.(what, t, outcome, actor) ?? t('{0}: {1}', type, what);
}

/** `4 findings`, by the kind that the event's type begins with. */
function counted({ type, count }: RecentChange, t: Translate): string {
  if (count === 1) return oneOf(type, t);
  if (type.startsWith('work_item_')) return t('{0} work items', count);
  if (type.startsWith('finding_')) return t('{0} findings', count);
  if (type.startsWith('task_')) return t('{0} tasks', count);
  if (type.startsWith('slice_')) return t('{0} slices', count);
  if (type === 'worker_reported') return t('{0} workers', count);
  if (type === 'message_sent') return t('{0} messages', count);
  if (type.startsWith('worker_') || type.startsWith('lane_')) return t('{0} lanes', count);
  if (type.startsWith('plan_')) return t('{0} plans', count);
  if (type.startsWith('evidence_')) return t('{0} commands', count);
  if (type.startsWith('review_') || type === 'changes_requested') return t('{0} reviews', count);
  if (type.startsWith('blocker_')) return t('{0} blockers', count);
  if (type.startsWith('decision_')) return t('{0} decisions', count);
  if (type.startsWith('next_action_')) return t('{0} next actions', count);
  return t('{0} times', count);
}

function oneOf(type: string, t: Translate): string {
  return type === 'gate_overridden' ? t('a gate') : type.startsWith('decision_') ? t('a decision') : '';
}

function verdictWord(verdict: string | null, t: Translate): string {
  switch (verdict) {
    case 'pass':
      return t('pass');
    case 'pass_with_findings':
      return t('pass with findings');
    case 'fail':
      return t('fail');
    default:
      return oneLine(verdict ?? '');
  }
}

function severityWord(severity: 'high' | 'medium' | 'low', t: Translate): string {
  if (severity === 'high') return t('high');
  return severity === 'medium' ? t('medium') : t('low');
}

function taskStatusWord(status: 'in_progress' | 'blocked' | 'review', t: Translate): string {
  if (status === 'in_progress') return t('in progress');
  return status === 'blocked' ? t('blocked') : t('in review');
}
