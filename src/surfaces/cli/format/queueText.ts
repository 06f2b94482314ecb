import type { WorkItem } from '../../../domain/workItem/workItem.js';
import type { queueOperations } from '../../../operations/queue/queueOperations.generated.js';
import { type WorkItemPageContent, workItemPage } from '../../../present/workItemPage.js';
import { noMatch } from './filters.js';
import { pageText, terminalPen } from './pageText.js';
import type { Answer, TextsOf } from './resultText.js';
import type { Paint } from './style.js';
import { type Column, idColumn, listText } from './table.js';
import { oneLine } from './text.js';
import { span } from './time.js';
import { count, fullTime, type View, when, words } from './view.js';

interface OfItem {
  readonly item: WorkItem;
}

export const addOne = 'Add one: stateroom queue add "Fix the login redirect"';

export const texts: TextsOf<typeof queueOperations> = {
  queueAdd: ({ inserted, item, differs = [] }) => {
    if (inserted) return `Added ${called(item)} (${stateWord(item)}).`;
    const difference = differs.length === 0 ? '' : ` It was not changed; your ${differs.join(', ')} would differ.`;
    return `${called(item)} already exists (${stateWord(item)}).${difference}`;
  },
  queueImport: ({ inserted, existing, firstRef, lastRef }) => {
    const already = existing === 0 ? '' : ` ${existing.toLocaleString('en')} already existed.`;
    return `Added ${count(inserted, 'work item')}${rangeText(firstRef, lastRef)}.${already}`;
  },
  queueList: (page, view, filters) =>
    itemList(page, view, noMatch(filters, 'work items', 'queue list') ?? `No work items. ${addOne}`),
  queueReady: (page, view, filters) =>
    itemList(
      page,
      view,
      noMatch(filters, 'ready work items', 'queue ready') ??
        'Nothing is ready. To see what is waiting and why: stateroom queue list',
    ),
  queueReplay: (page, view, filters) =>
    itemList(page, view, noMatch(filters, 'work items to resume', 'queue replay') ?? 'Nothing to resume.'),
  queueClaim: claimText,
  queueNext: claimText,
  queueShow: itemText,
  queueHeartbeat: ({ ref, leaseUntil }, view) =>
    leaseUntil === null
      ? `${ref} is claimed by a person, so it has no lease.`
      : `Your claim on ${ref} is valid until ${fullTime(leaseUntil, view)}.`,
  queueRelease: ({ item }) => `Released ${called(item)} (${stateWord(item)}).`,
  queueAnnotate: ({ item }) => `Annotated ${called(item)}.`,
  queueEdit: ({ item }) => `Changed ${called(item)}.`,
  queueAsk: ({ item }) => `${called(item)} is waiting for a person’s answer.`,
  queueAdvance: ({ item, stillBlocked }) =>
    [`Answered ${called(item)} (${stateWord(item)}).`, ...openQuestions(item), ...blockedLines(stillBlocked)].join(
      '\n',
    ),
  queueResolve: ({ item, freed, stillBlocked, openChildren, repeated }) =>
    [
      `${called(item)} is ${repeated ? 'already ' : ''}${item.status}.`,
      ...freed.map(line => `  Unblocked: ${itemLine(line)}`),
      ...blockedLines(stillBlocked),
      ...openChildren.map(line => `  Still open: ${itemLine(line)}`),
    ].join('\n'),
  queueReopen: ({ item }) => `Reopened ${called(item)} (${stateWord(item)}).`,
  queueReprioritise: ({ item }) => `Moved ${called(item)}: priority ${item.priority}.`,
  queueDepend: waitText,
  queueUndepend: waitText,
};

export const workItemColumns: readonly Column<WorkItem>[] = [
  idColumn,
  {
    title: 'p',
    text: item => String(item.priority),
    paint: item => (item.priority < 2 ? 'bold' : undefined),
  },
  { title: 'state', text: stateWord, paint: statePaint },
  { title: 'title', text: item => item.title, minimum: 20 },
  { title: 'owner', text: item => item.owner, minimum: 10 },
  { title: 'assignee', text: item => item.assignee, minimum: 10 },
  { title: 'parent', text: item => item.parent, minimum: 6, spare: true },
  { title: 'labels', text: item => item.labels.join(','), minimum: 6, paint: 'dim', spare: true },
  { title: 'details', text: details, minimum: 10, paint: 'dim' },
];

/** ` (W-3 to W-7)`: renumbered items. */
export function rangeText(first: string | null, last: string | null): string {
  if (first === null) return '';
  return first === last ? ` (${first})` : ` (${first} to ${last})`;
}

function itemText(shown: WorkItemPageContent, view: View): string {
  return pageText(workItemPage(shown, terminalPen(view)), view);
}

function claimText(
  { item, takeover, previousOwner, continues }: Answer<typeof queueOperations.queueClaim>,
  view: View,
): string {
  const from = takeover && previousOwner !== null ? `, taken over from ${oneLine(previousOwner)}` : '';
  const where = continues === null ? '' : `\n${oneLine(continues)}`;
  return `Claimed ${item.ref}${from}.${where}\n\n${itemText({ item }, view)}`;
}

function openQuestions({ questions }: WorkItem): string[] {
  const open = questions.filter(({ how }) => how === null);
  return open.map(({ number, question }) => `  Still open: ${number}. ${oneLine(question)}`);
}

function waitText({ item }: OfItem): string {
  const own = item.blockedBy.filter(({ through }) => through === undefined);
  const waits = own.map(({ ref }) => ref).join(', ');
  return waits === '' ? `${called(item)} has no dependencies.` : `${called(item)} depends on ${waits}.`;
}

function itemList(page: Answer<typeof queueOperations.queueList>, view: View, empty: string): string {
  return listText(workItemColumns, page.items, view, empty, page);
}

function called({ ref, title }: WorkItem): string {
  return `${ref} ${oneLine(title)}`;
}

export function blockedLines(lines: readonly Pick<WorkItem, 'ref' | 'title' | 'status'>[]): string[] {
  return lines.map(line => `  Still blocked: ${itemLine(line)}`);
}

/** `W-7 Fix the build (pending)` */
function itemLine({ ref, title, status }: Pick<WorkItem, 'ref' | 'title' | 'status'>): string {
  return `${ref} ${oneLine(title)} (${words(status)})`;
}

function stateWord({ section, status }: WorkItem): string {
  return section === 'done' ? status : words(section);
}

/** First applicable of lease, dependencies, start, question, due date and last change. */
function details(item: WorkItem, view: View): string {
  if (item.leaseExpired) return `lease of ${item.owner ?? 'someone'} expired ${when(item.leaseUntil, view)}`;
  if (item.section === 'in_flight') return item.leaseUntil === null ? 'no lease' : left(item.leaseUntil, view);
  if (item.section === 'blocked') return `waiting for ${item.blockedBy.map(blocker).join(', ')}`;
  if (item.section === 'scheduled' && item.notBefore !== null) return `not before ${when(item.notBefore, view)}`;
  if (item.section === 'needs_you' && item.question !== null) return item.question;
  if (item.due !== null && item.section !== 'done') return `due ${when(item.due, view)}`;
  return when(item.updatedAt, view);
}

/** `12 min left`, or the absolute time outside a terminal. */
function left(leaseUntil: string, view: View): string {
  return view.width === undefined ? `until ${leaseUntil}` : `${span(Date.parse(leaseUntil) - view.now)} left`;
}

function blocker({ ref, status, through }: WorkItem['blockedBy'][number]): string {
  const text = status === 'failed' || status === 'cancelled' ? `${ref} (${status})` : ref;
  return through === undefined ? text : `${text} through ${through}`;
}

function statePaint({ section, status }: WorkItem): Paint {
  if (section === 'needs_you') return 'yellow';
  if (section === 'ready') return 'green';
  if (section === 'in_flight') return 'cyan';
  return status === 'failed' ? 'red' : 'dim';
}
