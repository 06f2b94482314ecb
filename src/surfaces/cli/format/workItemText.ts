import type { TimelineEvent } from '../../../domain/event/event.js';
import { visibleJson } from '../../../domain/text/visibleText.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { eventTable } from './eventText.js';
import { type Column, table } from './table.js';
import { manyLines, oneLine } from './text.js';
import { span } from './time.js';
import { fullTime, type View, when } from './view.js';

export interface ItemLine {
  readonly ref: string;
  readonly title: string;
  readonly status: string;
}

const sectionWords: Readonly<Record<WorkItem['section'], string>> = {
  needs_you: 'needs you',
  ready: 'ready',
  in_flight: 'in flight',
  blocked: 'blocked',
  scheduled: 'scheduled',
  done: 'done',
};

/** The state of an item, in words: its section, and its status where that says more. */
export function stateWord(item: WorkItem): string {
  if (item.section === 'done') return item.status;
  return sectionWords[item.section];
}

/** What a person wants to know next to the title: the lease, what it waits for, when it is due, when it changed. */
export function remark(item: WorkItem, view: View): string {
  if (item.leaseExpired) return `lease of ${oneLine(item.owner ?? 'someone')} expired ${when(item.leaseUntil, view)}`;
  if (item.section === 'in_flight') return item.leaseUntil === null ? 'no lease' : left(item.leaseUntil, view);
  if (item.section === 'blocked') return `waiting for ${item.blockedBy.map(blocker).join(', ')}`;
  if (item.section === 'scheduled' && item.notBefore !== null) return `not before ${when(item.notBefore, view)}`;
  if (item.section === 'needs_you' && item.question !== null) return oneLine(item.question);
  if (item.due !== null && item.section !== 'done') return `due ${when(item.due, view)}`;
  return when(item.updatedAt, view);
}

/** Work items, one a line. */
export function workItemTable(items: readonly WorkItem[], view: View): string {
  const { style } = view;
  const columns: Column<WorkItem>[] = [
    { title: 'id', text: item => item.ref, paint: text => style.cyan(text) },
    {
      title: 'p',
      text: item => String(item.priority),
      paint: (text, item) => (item.priority < 2 ? style.bold(text) : text),
    },
    { title: 'state', text: stateWord, paint: (text, item) => paintState(text, item, view) },
    { title: 'title', text: item => oneLine(item.title), minimum: 20 },
    { title: 'owner', text: item => oneLine(item.owner ?? ''), minimum: 10 },
    { title: 'labels', text: item => item.labels.join(','), minimum: 6, paint: text => style.dim(text) },
    { title: '', text: item => remark(item, view), minimum: 10, paint: text => style.dim(text) },
  ];
  return table(columns, items, { width: view.width, head: text => style.dim(text) });
}

/** Everything about one work item. */
export function workItemPage(
  item: WorkItem,
  view: View,
  more: {
    dependencies?: readonly ItemLine[];
    dependents?: readonly ItemLine[];
    events?: readonly TimelineEvent[];
  } = {},
): string {
  const { style } = view;
  const lines: string[] = [`${style.cyan(item.ref)}  ${style.bold(oneLine(item.title))}`];
  const facts: [string, string | readonly string[]][] = [
    ['state', paintState(stateWord(item), item, view)],
    ['id', item.key === null ? '' : oneLine(item.key)],
    ['kind', item.kind],
    ['priority', String(item.priority)],
    ['labels', item.labels.join(', ')],
    ['owner', owner(item, view)],
    ['not before', item.notBefore === null ? '' : fullTime(item.notBefore, view)],
    ['due', item.due === null ? '' : fullTime(item.due, view)],
    ['depends on', (more.dependencies ?? []).map(itemLine)],
    ['blocks', (more.dependents ?? []).map(itemLine)],
    ['question', item.question === null ? '' : manyLines(item.question)],
    ['answer', item.answer === null ? '' : manyLines(item.answer)],
    ['notes', shown(item.notes)],
    ['payload', shown(item.payload)],
    ['created', `${fullTime(item.createdAt, view)}${item.queuedBy === null ? '' : ` by ${oneLine(item.queuedBy)}`}`],
    ['resolved', item.resolvedAt === null ? '' : fullTime(item.resolvedAt, view)],
  ];
  for (const [name, value] of facts) {
    const [first = '', ...others] = typeof value === 'string' ? [value] : value;
    if (first === '' && others.length === 0) continue;
    lines.push(`  ${style.dim(name.padEnd(11))}${first}`, ...others.map(line => `${' '.repeat(13)}${line}`));
  }
  if (more.events !== undefined && more.events.length > 0) lines.push('', eventTable(more.events, view));
  return lines.join('\n');
}

/** `W-7 Fix the build (pending)` */
export function itemLine({ ref, title, status }: ItemLine): string {
  return `${ref} ${oneLine(title)} (${status.replaceAll('_', ' ')})`;
}

/** `12 min left`, or the time itself where nothing is relative. */
function left(leaseUntil: string, view: View): string {
  return view.width === undefined ? `until ${leaseUntil}` : `${span(Date.parse(leaseUntil) - view.now)} left`;
}

function owner(item: WorkItem, view: View): string {
  if (item.owner === null) return '';
  const role = item.ownerRole === null || item.ownerRole === 'human' ? '' : ` (${item.ownerRole})`;
  if (item.status !== 'in_flight') return `${oneLine(item.owner)}${role}`;
  const lease = item.leaseUntil === null ? 'no lease' : `lease ${left(item.leaseUntil, view)}`;
  return `${oneLine(item.owner)}${role}, token ${item.token}, ${item.leaseExpired ? 'lease expired' : lease}`;
}

function blocker({ ref, status }: WorkItem['blockedBy'][number]): string {
  return status === 'failed' || status === 'cancelled' ? `${ref} (${status})` : ref;
}

/** Notes and payloads: text as text, everything else as JSON; empty values are left out. */
function shown(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string') return manyLines(value);
  if (typeof value === 'object' && Object.keys(value).length === 0) return [];
  const text = visibleJson(value);
  return text.length <= 80 ? [text] : visibleJson(value, 2).split('\n');
}

function paintState(text: string, item: WorkItem, { style }: View): string {
  if (item.section === 'needs_you') return style.yellow(text);
  if (item.section === 'ready') return style.green(text);
  if (item.section === 'in_flight') return style.cyan(text);
  return item.status === 'failed' ? style.red(text) : style.dim(text);
}
