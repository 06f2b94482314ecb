import { l10n } from 'vscode';
import { actionList } from '../../../../operations/action/actionList.js';
import { blockerList } from '../../../../operations/blocker/blockerList.js';
import { decisionList } from '../../../../operations/decision/decisionList.js';
import { eventsTail } from '../../../../operations/events/eventsTail.js';
import { evidenceShow } from '../../../../operations/evidence/evidenceShow.js';
import { queueShow } from '../../../../operations/queue/queueShow.js';
import { reviewList } from '../../../../operations/review/reviewList.js';
import { slicePacket } from '../../../../operations/slice/slicePacket.js';
import { taskShow } from '../../../../operations/task/taskShow.js';
import { changeSentence } from '../../../../reports/changeSentence.js';
import type { RecentChange } from '../../../../reports/recentChanges.js';
import { oneLine, shortened } from '../../support/plainText.js';
import { timeAgo } from '../../support/relativeTime.js';
import { openFindingCommand } from '../findings/findingsTree.js';
import type { NowRow, RowCommand } from './nowNode.js';
import { section, textLength } from './taskRows.js';
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
  const sentence = changeSentence(change, (message, ...values) => l10n.t(message, ...values));
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

function looks({ type, outcome }: RecentChange): { icon: string; color?: string } {
  if (type === 'work_item_asked' || outcome === 'waiting_human') return { icon: 'question', color: 'charts.yellow' };
  if (type === 'gate_overridden' || type === 'store_restored')
    return { icon: 'warning', color: 'list.warningForeground' };
  if (outcome === 'failed' || outcome === 'false' || outcome === 'fail' || outcome === 'high')
    return { icon: 'error', color: 'list.errorForeground' };
  if (type === 'worker_submitted' || type === 'message_sent') return { icon: 'question', color: 'charts.yellow' };
  if (type === 'worker_failed' || type === 'worker_conflicted') return { icon: 'error', color: 'list.errorForeground' };
  if (type === 'blocker_added') return { icon: 'stop-circle', color: 'list.errorForeground' };
  if (type === 'finding_reopened' && outcome === 'true') return { icon: 'discard' };
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
  if (first === undefined) return command(eventsTail.name);
  const several = refs.length > 1;
  if (type.startsWith('finding_'))
    return several ? command('findings.focus') : { command: openFindingCommand, arguments: [first] };
  if (type.startsWith('work_item_')) return several ? command('queue.focus') : command(queueShow.name, { id: first });
  if (/^(worker|lane|message)_/.test(type)) return command('lanes.focus');
  if (type.startsWith('task_')) return command(taskShow.name, { task: first });
  if (type.startsWith('slice_')) return command(slicePacket.name, { slice: first });
  if (type.startsWith('plan_')) return { command: openPlanCommand, arguments: [{ plan: first }] };
  if (type.startsWith('evidence_')) return command(evidenceShow.name, { id: first });
  if (type.startsWith('review_') || type === 'changes_requested') return command(reviewList.name, {});
  if (type.startsWith('blocker_')) return command(blockerList.name, {});
  if (type.startsWith('decision_')) return command(decisionList.name, {});
  if (type.startsWith('next_action_')) return command(actionList.name, {});
  return command(eventsTail.name, {});
}
