import { l10n } from 'vscode';
import type { WorkItem } from '../../../../domain/workItem/workItem.js';
import { countOfItems, openAtFirst, type QueueSection, sectionTitle } from '../../../../present/queueSection.js';
import type { ViewRow } from '../../../../present/viewRow.js';
import { workItemRow } from '../../../../present/workItemRow.js';
import { translate } from '../../support/translate.js';

export type QueueRow = NoticeRow | SectionRow | WorkItemViewRow | MoreRow;

export interface SectionRow extends ViewRow {
  readonly type: 'section';
  readonly section: QueueSection;
  readonly count: number;
  readonly children: readonly (WorkItemViewRow | MoreRow)[];
}

export interface WorkItemViewRow extends ViewRow {
  readonly type: 'workItem';
  readonly item: WorkItem;
  readonly children?: undefined;
}

interface MoreRow extends ViewRow {
  readonly type: 'more';
  readonly children?: undefined;
}

export interface QueueNotice {
  readonly state: 'readOnly' | 'updatePending' | 'corrupt' | 'tooNew' | 'failed';
  readonly text: string;
}

/** A row above the sections with a problem of the store. */
interface NoticeRow extends ViewRow {
  readonly type: 'notice';
  readonly children?: undefined;
}

/** Returns a section's row; `count` includes hidden items and is a minimum unless `exact`. */
export function sectionRow(
  section: QueueSection,
  { count, exact, children }: Pick<SectionRow, 'count' | 'children'> & { readonly exact: boolean },
): SectionRow {
  const label = sectionTitle(section, translate);
  return {
    type: 'section',
    id: `section.${section}`,
    section,
    count,
    label,
    description: exact ? String(count) : l10n.t('{0} or more', count),
    contextValue: `part:${section}`,
    tooltip: sectionTooltip(section),
    spoken: l10n.t('{0} {1}', label, countOfItems(count, translate)),
    folds: true,
    open: openAtFirst.has(section),
    children,
  };
}

export function itemRow(item: WorkItem, now: number): WorkItemViewRow {
  return { type: 'workItem', id: item.id, item, revision: item.revision, ...workItemRow(item, now, translate) };
}

/** Returns the row for the rest of a section; `hidden` is undefined if the number is unknown. */
export function moreRow(section: QueueSection, hidden: number | undefined): MoreRow {
  const label = hidden === undefined || hidden <= 0 ? l10n.t('Show more') : l10n.t('Show more ({0} not shown)', hidden);
  return {
    type: 'more',
    id: `more.${section}`,
    label,
    description: '',
    icon: 'ellipsis',
    contextValue: 'more',
    spoken: label,
    command: { command: 'stateroom.queue.showMore', arguments: [section] },
  };
}

export function noticeRow({ state, text }: QueueNotice): NoticeRow {
  const isReadOnly = state === 'readOnly' || state === 'updatePending';
  return {
    type: 'notice',
    id: 'notice',
    label: noticeTitle(state),
    description: l10n.t('show options…'),
    tooltip: text,
    icon: isReadOnly ? 'lock' : 'error',
    color: isReadOnly ? 'charts.yellow' : 'charts.red',
    contextValue: 'notice',
    spoken: `${noticeTitle(state)}. ${text}`,
    command: { command: 'stateroom.showStatus', arguments: [] },
  };
}

function sectionTooltip(section: QueueSection): string {
  switch (section) {
    case 'ready':
      return l10n.t('Work items that can be claimed now, in the order agents claim them. Drag to reorder.');
    case 'in_flight':
      return l10n.t('Currently being worked on');
    case 'waiting':
      return l10n.t('Waiting for an answer, for other items or for a later time');
    case 'done':
      return l10n.t('Done, failed and cancelled, newest first');
  }
}

function noticeTitle(state: QueueNotice['state']): string {
  switch (state) {
    case 'readOnly':
      return l10n.t('Read-only');
    case 'updatePending':
      return l10n.t('Update ready');
    case 'corrupt':
      return l10n.t('The store is damaged');
    case 'tooNew':
      return l10n.t('The store is newer than this extension');
    case 'failed':
      return l10n.t('Cannot read the store');
  }
}
