import type { TimelineEvent } from '../domain/event/event.js';
import type { WorkItem } from '../domain/workItem/workItem.js';
import type { WorkItemStatus } from '../domain/workItem/workItemStatus.js';
import type { Translate } from '../reports/translate.js';
import { codeSpan } from './codeSpan.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { block, fenced } from './markdownBlock.js';
import { timelinePart } from './timelinePart.js';
import { statusWord } from './workItemRow.js';
import type { WriteTime } from './writeTime.js';

export interface WorkItemLine {
  readonly ref: string;
  readonly title: string;
  readonly status: WorkItemStatus;
}

export interface WorkItemPageContent {
  readonly item: WorkItem;
  readonly dependencies: readonly WorkItemLine[];
  readonly dependents: readonly WorkItemLine[];
  /** Newest first. */
  readonly events: readonly TimelineEvent[];
  /** True when the timeline holds older events than these. */
  readonly more: boolean;
}

/** The page of a work item, as Markdown that reads well unrendered; what agents wrote is never taken for Markdown. */
export function workItemPage(
  { item, dependencies, dependents, events, more }: WorkItemPageContent,
  t: Translate,
  time: WriteTime,
): string {
  const parts = [`# ${item.ref} ${inlineMarkdown(item.title)}`, facts(item, t, time)];
  if (item.question !== null) {
    const answered = item.answer === null ? [] : ['', `### ${t('Answer')}`, '', block(item.answer)];
    parts.push([heading(t('Question')), '', block(item.question), ...answered].join('\n'));
  }
  if (dependencies.length > 0) parts.push(list(heading(t('Depends on')), dependencies, t));
  if (dependents.length > 0) parts.push(list(heading(t('Dependents')), dependents, t));
  if (!isEmpty(item.notes)) parts.push(`${heading(t('Notes'))}\n\n${notes(item.notes)}`);
  if (!isEmpty(item.payload)) parts.push(`${heading(t('Payload'))}\n\n${fenced(json(item.payload), 'json')}`);
  parts.push(timelinePart(events, more, t, time));
  return `${parts.join('\n\n')}\n`;
}

function facts(item: WorkItem, t: Translate, time: WriteTime): string {
  const rows: [string, string | undefined][] = [
    [t('Status'), statusText(item, t)],
    [t('Owner'), item.owner === null ? undefined : inlineMarkdown(item.owner)],
    [t('Lease'), leaseText(item, t, time)],
    [t('Priority'), `P${item.priority}`],
    [t('Kind'), inlineMarkdown(item.kind)],
    [t('Labels'), item.labels.length === 0 ? undefined : item.labels.map(inlineMarkdown).join(', ')],
    [t('Due'), timeText(item.due, time)],
    [t('Not before'), timeText(item.notBefore, time)],
    [t('Id'), item.key === null ? undefined : inlineMarkdown(item.key)],
    [t('Added'), withActor(time(item.createdAt), item.queuedBy, t)],
    [t('Closed'), timeText(item.resolvedAt, time)],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${value}`])).join('\n');
}

function statusText(item: WorkItem, t: Translate): string {
  const word = statusWord(item.status, t);
  switch (item.section) {
    case 'blocked': {
      const blockers = item.blockedBy.map(blocker => `${blocker.ref} (${statusWord(blocker.status, t)})`).join(', ');
      return t('{0}, blocked by {1}', word, blockers);
    }
    case 'scheduled':
      return t('{0}, scheduled', word);
    case 'ready':
      return item.leaseExpired ? t('{0}, lease expired: ready again', word) : t('{0}, ready', word);
    default:
      return word;
  }
}

function leaseText(item: WorkItem, t: Translate, time: WriteTime): string | undefined {
  if (item.status !== 'in_flight') return undefined;
  if (item.leaseUntil === null) return t('none (held until released or resolved)');
  return item.leaseExpired ? t('expired {0}', time(item.leaseUntil)) : t('until {0}', time(item.leaseUntil));
}

function timeText(iso: string | null, time: WriteTime): string | undefined {
  return iso === null ? undefined : time(iso);
}

function withActor(text: string, actor: string | null, t: Translate): string {
  return actor === null ? text : t('{0} by {1}', text, inlineMarkdown(actor));
}

function list(title: string, lines: readonly WorkItemLine[], t: Translate): string {
  const rows = lines.map(line => `- ${line.ref} ${inlineMarkdown(line.title)} — ${statusWord(line.status, t)}`);
  return [title, '', ...rows].join('\n');
}

function notes(value: WorkItem['notes']): string {
  if (typeof value === 'string') return block(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fenced(json(value), 'json');
  const rows: string[] = [];
  for (const [name, note] of Object.entries(value)) {
    if (typeof note === 'string' && !note.includes('\n'))
      rows.push(`- ${inlineMarkdown(name)}: ${inlineMarkdown(note)}`);
    else if (typeof note === 'string') rows.push(`- ${inlineMarkdown(name)}:\n\n${indented(block(note))}\n`);
    else rows.push(`- ${inlineMarkdown(name)}: ${codeSpan(JSON.stringify(note))}`);
  }
  return rows.join('\n').trimEnd();
}

function heading(title: string): string {
  return `## ${title}`;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0);
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
