import type { TimelineEvent } from '../domain/event/event.js';
import type { WorkItem } from '../domain/workItem/workItem.js';
import type { WorkItemStatus } from '../domain/workItem/workItemStatus.js';
import type { ShownItemRecords } from '../records/workItem/itemRecords.js';
import { itemRecordFields } from './itemRecords.js';
import { optional, type Page, type Pen } from './page.js';
import { answersText, questionText } from './questionText.js';
import { workItemStatusLooks } from './status.js';

export interface WorkItemLine {
  readonly ref: string;
  readonly title: string;
  readonly status: WorkItemStatus;
  readonly blocked?: boolean;
}

export interface WorkItemPageContent extends Partial<ShownItemRecords> {
  readonly item: WorkItem;
  readonly parent?: WorkItemLine | null;
  readonly children?: readonly WorkItemLine[];
  readonly dependencies?: readonly WorkItemLine[];
  readonly dependents?: readonly WorkItemLine[];
  /** Newest first. */
  readonly events?: readonly TimelineEvent[];
  readonly more?: boolean;
}

export function workItemPage(
  {
    item,
    parent = null,
    children = [],
    dependencies = [],
    dependents = [],
    events = [],
    more = false,
    ...ofItem
  }: WorkItemPageContent,
  pen: Pen,
): Page {
  const { t, text, time } = pen;
  const lines = (of: readonly WorkItemLine[]) => ({
    list: of.map(
      ({ ref, title, status, blocked }) =>
        `${ref} ${text(title)} — ${blocked === true ? t('blocked') : workItemStatusLooks[status].word(t)}`,
    ),
  });
  return {
    ref: item.ref,
    title: text(item.title),
    fields: [
      [t('Status'), statusText(item, pen)],
      [t('Owner'), optional(item.owner, text)],
      [t('Assignee'), optional(item.assignee, text)],
      [t('Lease'), leaseText(item, pen)],
      [t('Token'), item.status === 'in_flight' ? String(item.token) : null],
      [t('Priority'), `P${item.priority}`],
      [t('Kind'), text(item.kind)],
      [t('Labels'), item.labels.length === 0 ? null : item.labels.map(text).join(', ')],
      [t('Due'), optional(item.due, time)],
      [t('Not before'), optional(item.notBefore, time)],
      [t('Id'), optional(item.key, text)],
      [
        t('Added'),
        item.queuedBy === null ? time(item.createdAt) : t('{0} by {1}', time(item.createdAt), text(item.queuedBy)),
      ],
      [t('Closed'), optional(item.resolvedAt, time)],
      [t('Question'), { prose: questionText(item, t) }],
      [t('Answer'), { prose: answersText(item, t) }],
      [t('Parent'), lines(parent === null ? [] : [parent])],
      [t('Children'), lines(children)],
      [t('Depends on'), lines(dependencies)],
      [t('Dependents'), lines(dependents)],
      ...itemRecordFields(ofItem, pen),
      [t('Notes'), { notes: item.notes }],
      [t('Payload'), { json: item.payload }],
    ],
    timeline: { events, more },
  };
}

function statusText(item: WorkItem, { t, tone }: Pen): string {
  const { tone: statusTone, word: wordOf } = workItemStatusLooks[item.status];
  const word = wordOf(t);
  switch (item.section) {
    case 'blocked': {
      const blockers = item.blockedBy
        .map(({ ref, status, through }) => {
          const blocker = `${ref} (${workItemStatusLooks[status].word(t)})`;
          return through === undefined ? blocker : t('{0} through {1}', blocker, through);
        })
        .join(', ');
      return t('{0}, blocked by {1}', word, blockers);
    }
    case 'scheduled':
      return t('{0}, scheduled', word);
    case 'ready':
      return item.leaseExpired ? t('{0}, lease expired: ready again', word) : t('{0}, ready', word);
    default:
      return tone(statusTone, word);
  }
}

function leaseText({ status, leaseUntil, leaseExpired }: WorkItem, { t, time }: Pen): string | null {
  if (status !== 'in_flight') return null;
  if (leaseUntil === null) return t('none (held until released or resolved)');
  return leaseExpired ? t('expired {0}', time(leaseUntil)) : t('until {0}', time(leaseUntil));
}
