import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { defaultPriority, type WorkItem } from '../../../../domain/workItem/workItem.js';
import { statusWord } from '../../../../present/workItemRow.js';
import { localTime } from '../../support/localTime.js';
import { translate } from '../../support/translate.js';

/** What hovering a work item tells. Only `appendText` touches data: nothing in a title is read as markup. */
export function workItemTooltip(item: WorkItem): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown('**').appendText(item.ref).appendMarkdown('**\u2002').appendText(oneLine(item.title));
  const paragraph = (text: string): void => {
    tooltip.appendMarkdown('\n\n').appendText(oneLine(text));
  };
  if (item.question !== null && item.status === 'waiting_human') paragraph(l10n.t('Question: {0}', item.question));
  const facts = (texts: (string | undefined)[]): void => {
    const present = texts.filter(text => text !== undefined);
    if (present.length > 0) paragraph(present.join(' · '));
  };
  facts([
    capitalised(statusWord(item.status, translate)),
    item.priority === defaultPriority ? undefined : l10n.t('priority {0}', item.priority),
    item.kind === 'general' ? undefined : l10n.t('kind: {0}', item.kind),
    item.labels.length === 0 ? undefined : l10n.t('labels: {0}', item.labels.join(', ')),
  ]);
  if (item.owner !== null) facts([l10n.t('Owner: {0}', item.owner), lease(item)]);
  facts([
    item.due === null ? undefined : l10n.t('Due {0}', localTime(item.due)),
    item.notBefore === null ? undefined : l10n.t('Not before {0}', localTime(item.notBefore)),
  ]);
  if (item.blockedBy.length > 0) {
    const blockers = item.blockedBy.map(blocker =>
      l10n.t('{0} ({1})', blocker.ref, statusWord(blocker.status, translate)),
    );
    paragraph(l10n.t('Depends on {0}', blockers.join(', ')));
  }
  if (item.key !== null) paragraph(l10n.t('ID: {0}', item.key));
  const queued =
    item.queuedBy === null
      ? l10n.t('Added {0}', localTime(item.createdAt))
      : l10n.t('Added {0} by {1}', localTime(item.createdAt), item.queuedBy);
  paragraph(queued);
  return tooltip;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`;
}

function lease(item: WorkItem): string | undefined {
  if (item.leaseUntil === null) return undefined;
  return item.leaseExpired
    ? l10n.t('lease expired {0}', localTime(item.leaseUntil))
    : l10n.t('lease until {0}', localTime(item.leaseUntil));
}
