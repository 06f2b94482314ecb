import { oneLine } from '../domain/text/oneLine.js';
import { shortened } from '../domain/text/shortened.js';
import { defaultPriority, type WorkItem } from '../domain/workItem/workItem.js';
import type { WorkItemStatus } from '../domain/workItem/workItemStatus.js';
import type { Translate } from '../reports/translate.js';
import { dueLabel, type TimeLabel, timeAgo, timeLeft, timeUntil } from './relativeTime.js';
import { workItemStatusLooks } from './status.js';
import type { RowLook } from './viewRow.js';

/** What is said beside a claim or a question matters more than the end of a long title. */
const titleLength: Readonly<Record<WorkItem['section'], number>> = {
  needs_you: 26,
  in_flight: 26,
  ready: 80,
  blocked: 48,
  scheduled: 48,
  done: 48,
};
const questionLength = 80;
const shownLabels = 3;

/** The row of a work item at a moment, ms UTC. */
export function workItemRow(item: WorkItem, now: number, t: Translate): RowLook & { readonly icon: string } {
  const label = `${item.ref} ${shortened(item.title, titleLength[item.section])}`;
  const facts = new Facts(now);
  const { icon, color, state } = looks(item, t);
  describeState(item, facts, t);
  if (item.section === 'ready' || item.section === 'blocked' || item.section === 'scheduled')
    describeWork(item, facts, t);
  return {
    label,
    description: facts.parts.join(' · '),
    icon,
    color,
    contextValue: contextValue(item),
    // What is seen comes first, as it is seen: who controls the editor by voice says what they read.
    spoken: [label, ...facts.parts, state].join(', '),
    changesAt: facts.changesAt,
  };
}

/** Collects what a row says and the first moment at which it becomes wrong. */
class Facts {
  readonly parts: string[] = [];
  changesAt: number | undefined;

  constructor(readonly now: number) {}

  add(text: string): void {
    this.parts.push(text);
  }

  /** Keeps the moment of a label that becomes part of a text. */
  time(label: TimeLabel): string {
    if (label.changesAt !== undefined) this.changesAt = Math.min(label.changesAt, this.changesAt ?? label.changesAt);
    return label.text;
  }
}

function describeState(item: WorkItem, facts: Facts, t: Translate): void {
  const { now } = facts;
  const owner = item.owner === null ? undefined : oneLine(item.owner);
  switch (item.section) {
    case 'needs_you': {
      const question = item.question === null ? t('waiting for you') : `“${shortened(item.question, questionLength)}”`;
      facts.add(owner === undefined ? question : t('{0} asks: {1}', owner, question));
      return;
    }
    case 'in_flight':
      if (owner !== undefined) facts.add(owner);
      if (item.leaseUntil !== null) facts.add(facts.time(timeLeft(Date.parse(item.leaseUntil), now, t)));
      else if (item.claimedAt !== null)
        facts.add(t('claimed {0}', facts.time(timeAgo(Date.parse(item.claimedAt), now, t))));
      return;
    case 'ready':
      if (!item.leaseExpired) return;
      facts.add(expiredLease(item, owner, facts, t));
      return;
    case 'blocked':
      facts.add(t('waiting for {0}', item.blockedBy.map(one => blockerText(one, t)).join(', ')));
      return;
    case 'scheduled':
      if (item.notBefore !== null) facts.add(facts.time(timeUntil(Date.parse(item.notBefore), now, t)));
      return;
    case 'done':
      facts.add(endedText(item, facts, t));
      if (owner !== undefined) facts.add(owner);
  }
}

function expiredLease(item: WorkItem, owner: string | undefined, facts: Facts, t: Translate): string {
  if (item.leaseUntil === null || owner === undefined) return t('lease expired');
  return t('lease of {0} expired {1}', owner, facts.time(timeAgo(Date.parse(item.leaseUntil), facts.now, t)));
}

function endedText(item: WorkItem, facts: Facts, t: Translate): string {
  if (item.resolvedAt === null) return workItemStatusLooks[item.status].word(t);
  const ago = facts.time(timeAgo(Date.parse(item.resolvedAt), facts.now, t));
  if (item.status === 'failed') return t('failed {0}', ago);
  return item.status === 'cancelled' ? t('cancelled {0}', ago) : t('done {0}', ago);
}

function blockerText(blocker: WorkItem['blockedBy'][number], t: Translate): string {
  return blocker.status === 'failed' || blocker.status === 'cancelled'
    ? t('{0} ({1})', blocker.ref, workItemStatusLooks[blocker.status].word(t))
    : blocker.ref;
}

function describeWork(item: WorkItem, facts: Facts, t: Translate): void {
  if (item.assignee !== null) facts.add(t('assigned to {0}', oneLine(item.assignee)));
  if (item.priority !== defaultPriority) facts.add(`P${item.priority}`);
  if (item.due !== null) facts.add(facts.time(dueLabel(Date.parse(item.due), facts.now, t)));
  if (item.kind !== 'general') facts.add(oneLine(item.kind));
  if (item.labels.length > 0) {
    const labels = item.labels.slice(0, shownLabels).map(oneLine).join(', ');
    const more = item.labels.length - shownLabels;
    facts.add(more > 0 ? t('{0} and {1} more', labels, more) : labels);
  }
}

function looks(item: WorkItem, t: Translate): { icon: string; color: string | undefined; state: string } {
  switch (item.section) {
    case 'needs_you':
      return { icon: 'comment-unresolved', color: 'charts.yellow', state: t('needs you') };
    case 'in_flight':
      return item.ownerRole === 'human'
        ? { icon: 'person', color: 'charts.blue', state: t('in flight, claimed by a person') }
        : { icon: 'robot', color: 'charts.blue', state: t('in flight, claimed by an agent') };
    case 'blocked':
      return { icon: 'lock', color: undefined, state: t('blocked') };
    case 'scheduled':
      return { icon: 'calendar', color: undefined, state: t('scheduled') };
    case 'done':
      return { ...endedIcon(item.status), state: workItemStatusLooks[item.status].word(t) };
    case 'ready':
      if (item.leaseExpired) return { icon: 'history', color: 'charts.yellow', state: t('ready again') };
      if (item.priority === 0) return { icon: 'flame', color: 'charts.red', state: t('ready') };
      return { icon: 'circle-large', color: undefined, state: t('ready') };
  }
}

function contextValue(item: WorkItem): string {
  const traits = ['workItem', `section:${item.section}`, `status:${item.status}`];
  if (item.leaseExpired) traits.push('leaseExpired');
  if (item.dependsOn.length > 0) traits.push('hasDependencies');
  return traits.join(' ');
}

function endedIcon(status: WorkItemStatus): { icon: string; color: string | undefined } {
  const { icon, color } = workItemStatusLooks[status];
  return { icon, color };
}
