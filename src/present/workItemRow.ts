import { oneLine } from '../domain/text/oneLine.js';
import { defaultPriority, type WorkItem } from '../domain/workItem/workItem.js';
import type { WorkItemStatus } from '../domain/workItem/workItemStatus.js';
import type { Translate } from '../reports/translate.js';
import { dueLabel, type TimeLabel, timeUntil } from './relativeTime.js';
import { workItemStatusLooks } from './status.js';
import { labelled, type RowLook } from './viewRow.js';

const shownLabels = 3;

/** `now` in ms UTC. */
export function workItemRow(item: WorkItem, now: number, t: Translate): RowLook & { readonly icon: string } {
  const facts = new Facts(now);
  facts.add(item.ref);
  const { icon, color, state } = looks(item, t);
  const waits = item.section === 'ready' || item.section === 'blocked' || item.section === 'scheduled';
  // Before texts that may be long: a row's end is cut off.
  if (waits && item.priority !== defaultPriority) facts.add(`P${item.priority}`);
  describeState(item, facts, t);
  if (waits) describeWork(item, facts, t);
  const shown = labelled(oneLine(item.title), facts.parts);
  return {
    ...shown,
    icon,
    color,
    contextValue: contextValue(item),
    // The visible text comes first and verbatim, because users of voice control speak it.
    spoken: facts.parts.includes(state) ? shown.spoken : `${shown.spoken}, ${state}`,
    changesAt: facts.changesAt,
  };
}

/** Collects facts, and the first time at which one is outdated. */
class Facts {
  readonly parts: string[] = [];
  changesAt: number | undefined;

  constructor(readonly now: number) {}

  add(text: string): void {
    this.parts.push(text);
  }

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
      const question = item.question === null ? t('waiting for you') : `“${oneLine(item.question)}”`;
      facts.add(owner === undefined ? question : t('{0} asks: {1}', owner, question));
      return;
    }
    case 'in_flight':
      facts.add(workItemStatusLooks.in_flight.word(t));
      if (owner !== undefined) facts.add(owner);
      return;
    case 'ready':
      if (!item.leaseExpired) return;
      facts.add(owner === undefined ? t('lease expired') : t('lease of {0} expired', owner));
      return;
    case 'blocked':
      facts.add(t('waiting for {0}', item.blockedBy.map(one => blockerText(one, t)).join(', ')));
      return;
    case 'scheduled':
      if (item.notBefore !== null) facts.add(facts.time(timeUntil(Date.parse(item.notBefore), now, t)));
      return;
    case 'done':
      facts.add(workItemStatusLooks[item.status].word(t));
      if (owner !== undefined) facts.add(owner);
  }
}

/** `W-3`, with its end where it did not end as done. */
export function blockerText({ ref, status, through }: WorkItem['blockedBy'][number], t: Translate): string {
  const isEnded = status === 'failed' || status === 'cancelled';
  const text = isEnded ? t('{0} ({1})', ref, workItemStatusLooks[status].word(t)) : ref;
  return through === undefined ? text : t('{0} through {1}', text, through);
}

function describeWork(item: WorkItem, facts: Facts, t: Translate): void {
  if (item.assignee !== null) facts.add(t('assigned to {0}', oneLine(item.assignee)));
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
        ? { icon: 'person', color: 'charts.blue', state: t('claimed by a person') }
        : { icon: 'robot', color: 'charts.blue', state: t('claimed by an agent') };
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
