import { l10n } from 'vscode';
import type { RecentChange } from '../../../../reports/recentChanges.js';
import { oneLine, shortened } from '../../support/plainText.js';
import { timeAgo } from '../../support/relativeTime.js';
import { severityWord } from '../findings/findingRow.js';
import { openFindingCommand } from '../findings/findingsTree.js';
import type { NowRow, RowCommand } from './nowNode.js';
import { section, taskStatusWord, textLength } from './taskRows.js';
import { openPlanCommand } from './workRows.js';

/** What changed since the person last looked, ranked by consequence, each a link; nothing when nothing did. */
export function changeRows(changes: readonly RecentChange[], now: number): NowRow[] {
  if (changes.length === 0) return [];
  return [
    section({
      id: 'section.changes',
      title: l10n.t('Since you last looked'),
      description: String(changes.length),
      counted: changes.length === 1 ? l10n.t('1 change') : l10n.t('{0} changes', changes.length),
      icon: 'history',
      children: changes.map(change => changeRow(change, now)),
      open: true,
    }),
  ];
}

function changeRow(change: RecentChange, now: number): NowRow {
  const { type, outcome, refs, actor, text, at } = change;
  const sentence = whatHappened(change);
  const label = text === null ? sentence : l10n.t('{0}: {1}', sentence, shortened(text, textLength));
  const ago = timeAgo(Date.parse(at), now);
  const facts = [actor === null ? undefined : oneLine(actor), ago.text].filter(fact => fact !== undefined);
  return {
    id: `change.${type}.${outcome ?? ''}`,
    label,
    description: facts.join(' · '),
    ...looks(change),
    contextValue: 'now change',
    spoken: [label, ...facts].join(', '),
    tooltip: [sentence, text === null ? undefined : oneLine(text), refs.join(', ')].filter(Boolean).join('\n'),
    command: whereItIs(change),
    changesAt: ago.changesAt,
  };
}

type Wording = (change: RecentChange, what: string) => string;

/** What happened, with the thing it happened to: `F-3` or `4 findings`. */
const wordings: Readonly<Record<string, Wording>> = {
  store_restored: () => l10n.t('A backup was restored'),
  gate_overridden: (_, what) => l10n.t('{0} was overridden', what),
  work_item_asked: (_, what) => l10n.t('{0} needs you', what),
  work_item_created: ({ outcome }, what) =>
    outcome === 'waiting_human' ? l10n.t('{0} needs you', what) : l10n.t('{0} added', what),
  work_item_claimed: (_, what) => l10n.t('{0} claimed', what),
  work_item_advanced: (_, what) => l10n.t('{0} answered', what),
  work_item_released: (_, what) => l10n.t('{0} given back', what),
  work_item_reopened: (_, what) => l10n.t('{0} taken up again', what),
  work_item_lease_expired: (_, what) => l10n.t('The lease of {0} ran out', what),
  work_item_resolved: ({ outcome }, what) =>
    outcome === 'failed'
      ? l10n.t('{0} failed', what)
      : outcome === 'cancelled'
        ? l10n.t('{0} cancelled', what)
        : l10n.t('{0} done', what),
  changes_requested: (_, what) => l10n.t('Changes requested in {0}', what),
  blocker_added: (_, what) => l10n.t('Blocked by {0}', what),
  blocker_resolved: (_, what) => l10n.t('{0} resolved', what),
  review_recorded: ({ outcome }, what) => l10n.t('{0}: verdict {1}', what, verdictWord(outcome)),
  finding_recorded: ({ outcome }, what) => {
    if (outcome !== 'high' && outcome !== 'medium' && outcome !== 'low') return l10n.t('{0} recorded', what);
    return l10n.t('{0} recorded, {1}', what, severityWord(outcome));
  },
  finding_reopened: (_, what) => l10n.t('{0} reopened', what),
  finding_unproven: (_, what) => l10n.t('{0} could not be proven', what),
  finding_wontfixed: (_, what) => l10n.t('{0} will not be fixed', what),
  finding_deferred: (_, what) => l10n.t('{0} deferred', what),
  finding_fixed: (_, what) => l10n.t('{0} fixed', what),
  finding_resolved_on_branch: (_, what) => l10n.t('{0} resolved on its branch', what),
  finding_integrated: (_, what) => l10n.t('{0} integrated', what),
  evidence_recorded: ({ outcome }, what) =>
    outcome === 'false' ? l10n.t('{0} failed', what) : l10n.t('{0} passed', what),
  task_started: (_, what) => l10n.t('{0} started', what),
  task_finished: (_, what) => l10n.t('{0} finished', what),
  task_archived: (_, what) => l10n.t('{0} archived', what),
  task_updated: ({ outcome }, what) => {
    if (outcome !== 'in_progress' && outcome !== 'blocked' && outcome !== 'review') return l10n.t('{0} changed', what);
    return l10n.t('{0} is {1}', what, taskStatusWord(outcome));
  },
  plan_accepted: (_, what) => l10n.t('{0} accepted', what),
  plan_registered: (_, what) => l10n.t('{0} registered', what),
  plan_item_ticked: (_, what) => l10n.t('Boxes ticked in {0}', what),
  slice_started: (_, what) => l10n.t('{0} started', what),
  slice_committed: (_, what) => l10n.t('{0} committed', what),
  slice_closed: (_, what) => l10n.t('{0} closed', what),
  decision_recorded: (_, what) => l10n.t('{0} recorded', what),
  message_sent: (_, what) => l10n.t('Asked in {0}', what),
  worker_reported: ({ outcome }, what) =>
    l10n.t('{0} reports: {1}', what, oneLine(outcome?.replaceAll('_', ' ') ?? '')),
  worker_assigned: (_, what) => l10n.t('{0} opened', what),
  worker_started: (_, what) => l10n.t('{0} started', what),
  worker_submitted: (_, what) => l10n.t('{0} handed in for review', what),
  worker_conflicted: (_, what) => l10n.t('Conflicts in {0}', what),
  worker_failed: (_, what) => l10n.t('{0} given up', what),
  worker_approved: (_, what) => l10n.t('{0} approved', what),
  worker_sent_back: (_, what) => l10n.t('{0} sent back for changes', what),
  worker_merged: (_, what) => l10n.t('{0} merged', what),
  worker_cancelled: (_, what) => l10n.t('{0} cancelled', what),
  worker_retried: (_, what) => l10n.t('{0} begun anew', what),
  worker_restored: (_, what) => l10n.t('{0} brought back', what),
  next_action_added: (_, what) => l10n.t('{0} added', what),
  next_action_completed: (_, what) => l10n.t('{0} done', what),
};

function whatHappened(change: RecentChange): string {
  const { type, refs } = change;
  const what = refs.length === 1 && change.count === 1 ? oneLine(refs[0] ?? '') : counted(change);
  return wordings[type]?.(change, what) ?? l10n.t('{0}: {1}', type, what);
}

/** `4 findings`, by the kind that the event's type begins with. */
function counted({ type, count }: RecentChange): string {
  if (count === 1) return oneOf(type);
  if (type.startsWith('work_item_')) return l10n.t('{0} work items', count);
  if (type.startsWith('finding_')) return l10n.t('{0} findings', count);
  if (type.startsWith('task_')) return l10n.t('{0} tasks', count);
  if (type.startsWith('slice_')) return l10n.t('{0} slices', count);
  if (type === 'worker_reported') return l10n.t('{0} workers', count);
  if (type === 'message_sent') return l10n.t('{0} messages', count);
  if (type.startsWith('worker_') || type.startsWith('lane_')) return l10n.t('{0} lanes', count);
  if (type.startsWith('plan_')) return l10n.t('{0} plans', count);
  if (type.startsWith('evidence_')) return l10n.t('{0} commands', count);
  if (type.startsWith('review_') || type === 'changes_requested') return l10n.t('{0} reviews', count);
  if (type.startsWith('blocker_')) return l10n.t('{0} blockers', count);
  if (type.startsWith('decision_')) return l10n.t('{0} decisions', count);
  if (type.startsWith('next_action_')) return l10n.t('{0} next actions', count);
  return l10n.t('{0} times', count);
}

function oneOf(type: string): string {
  return type === 'gate_overridden' ? l10n.t('a gate') : type.startsWith('decision_') ? l10n.t('a decision') : '';
}

function verdictWord(verdict: string | null): string {
  switch (verdict) {
    case 'pass':
      return l10n.t('pass');
    case 'pass_with_findings':
      return l10n.t('pass with findings');
    case 'fail':
      return l10n.t('fail');
    default:
      return oneLine(verdict ?? '');
  }
}

function looks({ type, outcome }: RecentChange): { icon: string; color?: string } {
  if (type === 'work_item_asked' || outcome === 'waiting_human') return { icon: 'question', color: 'charts.yellow' };
  if (type === 'gate_overridden' || type === 'store_restored')
    return { icon: 'warning', color: 'list.warningForeground' };
  if (outcome === 'failed' || outcome === 'false' || outcome === 'fail' || outcome === 'high')
    return { icon: 'error', color: 'list.errorForeground' };
  if (type === 'worker_submitted' || type === 'message_sent') return { icon: 'question', color: 'charts.yellow' };
  if (type === 'worker_failed' || type === 'worker_conflicted') return { icon: 'error', color: 'list.errorForeground' };
  if (type === 'blocker_added') return { icon: 'stop-circle', color: 'list.errorForeground' };
  if (type === 'changes_requested' || type === 'finding_reopened' || outcome === 'medium')
    return { icon: 'warning', color: 'list.warningForeground' };
  if (outcome === 'done' || outcome === 'true' || outcome === 'pass') return { icon: 'pass', color: 'charts.green' };
  if (/_(finished|closed|fixed|accepted|resolved|completed|integrated|approved|merged)$/.test(type))
    return { icon: 'pass', color: 'charts.green' };
  return { icon: 'circle-small-filled' };
}

/** The place that a line leads to. */
function whereItIs({ type, refs }: RecentChange): RowCommand {
  const [first] = refs;
  const command = (id: string, ...input: unknown[]): RowCommand => ({ command: `stateroom.${id}`, arguments: input });
  if (first === undefined) return command('events.tail');
  const several = refs.length > 1;
  if (type.startsWith('finding_'))
    return several ? command('findings.focus') : { command: openFindingCommand, arguments: [first] };
  if (type.startsWith('work_item_')) return several ? command('queue.focus') : command('queue.show', { id: first });
  if (/^(worker|lane|message)_/.test(type)) return command('lanes.focus');
  if (type.startsWith('task_')) return command('task.show', { task: first });
  if (type.startsWith('slice_')) return command('slice.packet', { slice: first });
  if (type.startsWith('plan_')) return { command: openPlanCommand, arguments: [{ plan: first }] };
  if (type.startsWith('evidence_')) return command('evidence.show', { id: first });
  if (type.startsWith('review_') || type === 'changes_requested') return command('review.list', {});
  if (type.startsWith('blocker_')) return command('blocker.list', {});
  if (type.startsWith('decision_')) return command('decision.list', {});
  if (type.startsWith('next_action_')) return command('action.list', {});
  return command('events.tail', {});
}
