import type { WorkItemSection } from '../domain/workItem/workItem.js';
import type { Translate } from '../reports/translate.js';

/** From top to bottom. */
export const queueSections = ['ready', 'in_flight', 'waiting', 'done'] as const;
export type QueueSection = (typeof queueSections)[number];

export const sectionContent: Readonly<Record<QueueSection, readonly WorkItemSection[]>> = {
  ready: ['ready'],
  in_flight: ['in_flight'],
  waiting: ['needs_you', 'blocked', 'scheduled'],
  done: ['done'],
};

export const openAtFirst: ReadonlySet<QueueSection> = new Set(['ready', 'in_flight']);

const titles: Readonly<Record<QueueSection, (t: Translate) => string>> = {
  ready: t => t('Ready'),
  in_flight: t => t('In progress'),
  waiting: t => t('Waiting'),
  // Includes failed and cancelled items.
  done: t => t('Closed'),
};

export function sectionTitle(section: QueueSection, t: Translate): string {
  return titles[section](t);
}

export function sectionOf(section: WorkItemSection): QueueSection {
  return section === 'ready' || section === 'in_flight' || section === 'done' ? section : 'waiting';
}

export function countOfItems(count: number, t: Translate): string {
  return count === 1 ? t('1 work item') : t('{0} work items', count);
}
