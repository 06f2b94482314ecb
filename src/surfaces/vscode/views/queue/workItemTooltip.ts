import { l10n } from 'vscode';
import { capitalised } from '../../../../domain/text/capitalised.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { defaultPriority, type WorkItem } from '../../../../domain/workItem/workItem.js';
import { commandOf } from '../../../../operations/commandOf.js';
import { queueShow } from '../../../../operations/queue/queueShow.js';
import { questionText } from '../../../../present/questionText.js';
import { timeAgo, timeLeft } from '../../../../present/relativeTime.js';
import { workItemStatusLooks } from '../../../../present/status.js';
import { named, type Tooltip, tooltipOf } from '../../../../present/tooltip.js';
import type { RowCommand } from '../../../../present/viewRow.js';
import { localTime } from '../../support/localTime.js';
import { translate } from '../../support/translate.js';

/** Returns the tooltip of a work item at `now` (ms UTC). */
export function workItemTooltip(item: WorkItem, now: number): Tooltip {
  const { icon, word } = workItemStatusLooks[item.status];
  const { ref, parent, queuedBy } = item;
  const asked = item.status === 'waiting_human' ? questionText(item, translate) : null;
  return tooltipOf({ ref, title: oneLine(item.title), opens: opening(ref) }, [
    named(l10n.t('Question'), asked),
    [
      { icon, text: capitalised(word(translate)) },
      item.priority === defaultPriority ? undefined : named(l10n.t('Priority'), String(item.priority)),
      item.kind === 'general' ? undefined : named(l10n.t('Kind'), item.kind),
      item.labels.length === 0 ? undefined : named(l10n.t('Labels'), item.labels.join(', ')),
    ],
    [named(l10n.t('Owner'), item.owner), lease(item, now), claimed(item, now)],
    [
      named(l10n.t('Assignee'), item.assignee),
      named(l10n.t('Parent'), parent, parent === null ? {} : { opens: opening(parent) }),
    ],
    [
      item.due === null ? undefined : named(l10n.t('Due'), localTime(item.due)),
      item.notBefore === null ? undefined : named(l10n.t('Not before'), localTime(item.notBefore)),
    ],
    item.blockedBy.map((blocker, at) => ({
      ...(at === 0 ? { name: l10n.t('Depends on') } : {}),
      text: blockerText(blocker),
      opens: opening(blocker.ref),
    })),
    named(l10n.t('ID'), item.key),
    item.resolvedAt === null ? undefined : named(l10n.t('Ended'), localTime(item.resolvedAt)),
    [
      named(l10n.t('Added'), localTime(item.createdAt)),
      queuedBy === null ? undefined : l10n.t('by {0}', oneLine(queuedBy)),
    ],
  ]);
}

function blockerText({ ref, status, through }: WorkItem['blockedBy'][number]): string {
  const text = l10n.t('{0} ({1})', ref, workItemStatusLooks[status].word(translate));
  return through === undefined ? text : l10n.t('{0} through {1}', text, through);
}

function opening(ref: string): RowCommand {
  return { command: commandOf(queueShow), arguments: [{ id: ref }] };
}

function lease({ leaseUntil, leaseExpired }: WorkItem, now: number): string | undefined {
  if (leaseUntil === null) return undefined;
  const until = localTime(leaseUntil);
  if (leaseExpired) return l10n.t('lease expired {0}', until);
  return `${l10n.t('lease until {0}', until)} (${timeLeft(Date.parse(leaseUntil), now, translate).text})`;
}

function claimed({ status, leaseUntil, claimedAt }: WorkItem, now: number): string | undefined {
  if (status !== 'in_flight' || leaseUntil !== null || claimedAt === null) return undefined;
  return l10n.t('claimed {0}', timeAgo(Date.parse(claimedAt), now, translate).text);
}
