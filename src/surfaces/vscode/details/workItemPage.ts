import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import type { WorkItemStatus } from '../../../domain/workItem/workItemStatus.js';
import { exactLocalTime } from '../support/localTime.js';
import { statusWord } from '../views/queue/workItemRow.js';
import { codeSpan } from './codeSpan.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { block, fenced } from './markdownBlock.js';
import { timelinePart } from './timelinePart.js';

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
export function workItemPage({ item, dependencies, dependents, events, more }: WorkItemPageContent): string {
  const parts = [`# ${item.ref} ${inlineMarkdown(item.title)}`, facts(item)];
  if (item.question !== null) {
    const answered = item.answer === null ? [] : ['', `### ${l10n.t('Answer')}`, '', block(item.answer)];
    parts.push([heading(l10n.t('Question')), '', block(item.question), ...answered].join('\n'));
  }
  if (dependencies.length > 0) parts.push(list(heading(l10n.t('Waits for')), dependencies));
  if (dependents.length > 0) parts.push(list(heading(l10n.t('Waiting for it')), dependents));
  if (!isEmpty(item.notes)) parts.push(`${heading(l10n.t('Notes'))}\n\n${notes(item.notes)}`);
  if (!isEmpty(item.payload)) parts.push(`${heading(l10n.t('Payload'))}\n\n${fenced(json(item.payload), 'json')}`);
  parts.push(timelinePart(events, more));
  return `${parts.join('\n\n')}\n`;
}

function facts(item: WorkItem): string {
  const rows: [string, string | undefined][] = [
    [l10n.t('Status'), statusText(item)],
    [l10n.t('Owner'), item.owner === null ? undefined : inlineMarkdown(item.owner)],
    [l10n.t('Lease'), leaseText(item)],
    [l10n.t('Priority'), `P${item.priority}`],
    [l10n.t('Kind'), inlineMarkdown(item.kind)],
    [l10n.t('Labels'), item.labels.length === 0 ? undefined : item.labels.map(inlineMarkdown).join(', ')],
    [l10n.t('Due'), time(item.due)],
    [l10n.t('Not before'), time(item.notBefore)],
    [l10n.t('Id'), item.key === null ? undefined : inlineMarkdown(item.key)],
    [l10n.t('Added'), withActor(exactLocalTime(item.createdAt), item.queuedBy)],
    [l10n.t('Ended'), time(item.resolvedAt)],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${value}`])).join('\n');
}

function statusText(item: WorkItem): string {
  const word = statusWord(item.status);
  switch (item.section) {
    case 'blocked': {
      const blockers = item.blockedBy.map(blocker => `${blocker.ref} (${statusWord(blocker.status)})`).join(', ');
      return l10n.t('{0}, blocked by {1}', word, blockers);
    }
    case 'scheduled':
      return l10n.t('{0}, scheduled', word);
    case 'ready':
      return item.leaseExpired ? l10n.t('{0}, but the lease ran out: ready again', word) : l10n.t('{0}, ready', word);
    default:
      return word;
  }
}

function leaseText(item: WorkItem): string | undefined {
  if (item.status !== 'in_flight') return undefined;
  if (item.leaseUntil === null) return l10n.t('none, held until it is released or resolved');
  return item.leaseExpired
    ? l10n.t('ran out {0}', exactLocalTime(item.leaseUntil))
    : l10n.t('until {0}', exactLocalTime(item.leaseUntil));
}

function time(iso: string | null): string | undefined {
  return iso === null ? undefined : exactLocalTime(iso);
}

function withActor(text: string, actor: string | null): string {
  return actor === null ? text : l10n.t('{0} by {1}', text, inlineMarkdown(actor));
}

function list(title: string, lines: readonly WorkItemLine[]): string {
  const rows = lines.map(line => `- ${line.ref} ${inlineMarkdown(line.title)} — ${statusWord(line.status)}`);
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
