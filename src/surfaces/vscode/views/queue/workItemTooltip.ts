import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import { capitalised } from '../../../../domain/text/capitalised.js';
import { defaultPriority, type WorkItem } from '../../../../domain/workItem/workItem.js';
import { workItemStatusLooks } from '../../../../present/status.js';
import { localTime } from '../../support/localTime.js';
import { translate } from '../../support/translate.js';
import { recordTooltip } from '../recordTooltip.js';

/** What hovering a work item tells. */
export function workItemTooltip(item: WorkItem): vscode.MarkdownString {
  const blockers = item.blockedBy.map(({ ref, status }) =>
    l10n.t('{0} ({1})', ref, workItemStatusLooks[status].word(translate)),
  );
  const added = localTime(item.createdAt);
  return recordTooltip(item, [
    item.question !== null && item.status === 'waiting_human' ? l10n.t('Question: {0}', item.question) : undefined,
    [
      capitalised(workItemStatusLooks[item.status].word(translate)),
      item.priority === defaultPriority ? undefined : l10n.t('priority {0}', item.priority),
      item.kind === 'general' ? undefined : l10n.t('kind: {0}', item.kind),
      item.labels.length === 0 ? undefined : l10n.t('labels: {0}', item.labels.join(', ')),
    ],
    item.owner === null ? undefined : [l10n.t('Owner: {0}', item.owner), lease(item)],
    [
      item.assignee === null ? undefined : l10n.t('Assignee: {0}', item.assignee),
      item.parent === null ? undefined : l10n.t('Parent: {0}', item.parent),
    ],
    [
      item.due === null ? undefined : l10n.t('Due {0}', localTime(item.due)),
      item.notBefore === null ? undefined : l10n.t('Not before {0}', localTime(item.notBefore)),
    ],
    blockers.length === 0 ? undefined : l10n.t('Depends on {0}', blockers.join(', ')),
    item.key === null ? undefined : l10n.t('ID: {0}', item.key),
    item.queuedBy === null ? l10n.t('Added {0}', added) : l10n.t('Added {0} by {1}', added, item.queuedBy),
  ]);
}

function lease({ leaseUntil, leaseExpired }: WorkItem): string | undefined {
  if (leaseUntil === null) return undefined;
  return leaseExpired
    ? l10n.t('lease expired {0}', localTime(leaseUntil))
    : l10n.t('lease until {0}', localTime(leaseUntil));
}
