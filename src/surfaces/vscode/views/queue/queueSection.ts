import { l10n } from 'vscode';
import type { WorkItemSection } from '../../../../domain/workItem/workItem.js';

/** The parts of the Queue view, from top to bottom. */
export const queueSections = ['needs_you', 'ready', 'in_flight', 'waiting', 'done'] as const;
export type QueueSection = (typeof queueSections)[number];

/** What each part holds. */
export const sectionContent: Readonly<Record<QueueSection, readonly WorkItemSection[]>> = {
  needs_you: ['needs_you'],
  ready: ['ready'],
  in_flight: ['in_flight'],
  waiting: ['blocked', 'scheduled'],
  done: ['done'],
};

/** Unfolded when the view is shown for the first time. */
export const openAtFirst: ReadonlySet<QueueSection> = new Set(['needs_you', 'ready', 'in_flight']);

export function sectionTitle(section: QueueSection): string {
  switch (section) {
    case 'needs_you':
      return l10n.t('Needs you');
    case 'ready':
      return l10n.t('Ready');
    case 'in_flight':
      return l10n.t('In flight');
    case 'waiting':
      return l10n.t('Blocked and scheduled');
    case 'done':
      return l10n.t('Done');
  }
}

/** The part in which a work item is shown. */
export function sectionOf(section: WorkItemSection): QueueSection {
  return section === 'blocked' || section === 'scheduled' ? 'waiting' : section;
}

/** `1 work item`, `5 work items`. */
export function countOfItems(count: number): string {
  return count === 1 ? l10n.t('1 work item') : l10n.t('{0} work items', count);
}
