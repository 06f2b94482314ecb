import type { WorkItem } from '../domain/workItem/workItem.js';
import { type Markup, plainMarkup } from './markup.js';
import { spanText } from './spanText.js';
import { english, type Translate } from './translate.js';

export interface ItemTextOptions {
  /** ms UTC. */
  readonly now: number;
  readonly markup?: Markup;
  readonly translate?: Translate;
}

/** Describes a work item in a few lines: title, status, holder, dependencies and question. */
export function itemText(item: WorkItem, { now, markup = plainMarkup, translate = english }: ItemTextOptions): string {
  const name = `${markup.ref(item.ref)} ${markup.strong(markup.text(item.title))}`;
  const facts = [standing(item, now, markup, translate), ...details(item, now, markup, translate)].join(' · ');
  const question = item.status === 'waiting_human' && item.question !== null ? [markup.quote(item.question)] : [];
  return [name, facts, ...question].join('\n\n');
}

function standing(item: WorkItem, now: number, markup: Markup, t: Translate): string {
  const owner = item.owner === null ? undefined : markup.text(item.owner);
  switch (item.section) {
    case 'needs_you':
      return owner === undefined ? t('Needs you') : t('Needs you: question from {0}', owner);
    case 'in_flight':
      return item.leaseUntil === null
        ? t('In progress, claimed by {0}', owner ?? t('someone'))
        : t(
            'In progress, claimed by {0}, lease expires in {1}',
            owner ?? t('someone'),
            spanText(Date.parse(item.leaseUntil) - now, t),
          );
    case 'ready':
      return item.leaseExpired ? t('Ready again: {0} timed out', owner ?? t('someone')) : t('Ready');
    case 'blocked':
      return t(
        'Blocked by {0}',
        item.blockedBy
          .map(({ ref, status, through }) => {
            const text = blocker(markup.ref(ref), status, t);
            return through === undefined ? text : t('{0} through {1}', text, markup.ref(through));
          })
          .join(', '),
      );
    case 'scheduled':
      return item.notBefore === null
        ? t('Scheduled')
        : t('Scheduled, ready in {0}', spanText(Date.parse(item.notBefore) - now, t));
    case 'done':
      return ended(item, owner, t);
  }
}

function blocker(ref: string, status: WorkItem['status'], t: Translate): string {
  if (status === 'failed') return t('{0} (failed)', ref);
  return status === 'cancelled' ? t('{0} (cancelled)', ref) : ref;
}

function ended(item: WorkItem, owner: string | undefined, t: Translate): string {
  if (item.status === 'failed') return owner === undefined ? t('Failed') : t('Failed ({0})', owner);
  if (item.status === 'cancelled') return t('Cancelled');
  return owner === undefined ? t('Done') : t('Done by {0}', owner);
}

function details(item: WorkItem, now: number, markup: Markup, t: Translate): string[] {
  if (item.section === 'done') return [];
  const left = item.due === null ? undefined : Date.parse(item.due) - now;
  return [
    t('priority {0}', item.priority),
    ...(left === undefined
      ? []
      : [left >= 0 ? t('due in {0}', spanText(left, t)) : t('overdue by {0}', spanText(-left, t))]),
    ...(item.labels.length === 0 ? [] : [item.labels.map(label => markup.text(label)).join(', ')]),
  ];
}
