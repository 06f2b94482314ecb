import type { EventView } from '../domain/event/eventRow.js';
import { formatRef } from '../domain/identifier/identifier.js';
import { type WorkItemStatus, workItemStatuses } from '../domain/workItem/workItemStatus.js';
import { markdownTable } from './markdownTable.js';

export const dashboardPageLimits = { items: 50, events: 25 } as const;

/** Input of the page, all from one state of the store. */
export interface DashboardPageReads {
  /** Id of the last event; 0 before the first. */
  readonly event: number;
  readonly kinds: readonly { readonly kind: string; readonly status: WorkItemStatus; readonly count: number }[];
  /** One page of unfinished items, last changed first. */
  readonly open: readonly {
    readonly number: number;
    readonly key: string | null;
    readonly title: string;
    readonly kind: string;
    readonly status: WorkItemStatus;
    readonly owner: string | null;
    readonly updated_at: number;
  }[];
  readonly openTotal: number;
  /** Newest first. */
  readonly events: readonly EventView[];
}

const none = '—';

/** `dashboard.md`: identical for the same event except for the line that begins with `_Generated`. `now` in ms UTC. */
export function dashboardPage({ event, kinds, open, openTotal, events }: DashboardPageReads, now: number): string {
  const rest = openTotal - open.length;
  const names = [...new Set(kinds.map(({ kind }) => kind))].sort();
  const countOf = (kind: string, status: WorkItemStatus): number =>
    kinds.find(row => row.kind === kind && row.status === status)?.count ?? 0;
  return [
    '# Dashboard',
    '',
    `_Generated: ${iso(now)}_`,
    '',
    `Shows event ${event}.`,
    '',
    '## Work items by kind',
    '',
    ...markdownTable(
      ['Kind', ...workItemStatuses.map(status => `#${words(status)}`)],
      names.map(kind => [kind, ...workItemStatuses.map(status => countOf(kind, status))]),
      '_No work items._',
    ),
    '',
    '## Open work items',
    '',
    ...markdownTable(
      ['ID', 'Own ID', 'Title', 'Kind', 'Status', 'Owner', 'Updated'],
      open.map(({ number, key, title, kind, status, owner, updated_at }) => [
        ...[formatRef('workItem', number), key ?? none, title, kind, status, owner ?? none, iso(updated_at)],
      ]),
      '_None._',
    ),
    ...(rest > 0 ? ['', `…and ${rest} more`] : []),
    '',
    `## Recent events (last ${dashboardPageLimits.events})`,
    '',
    ...markdownTable(
      ['Time', 'Type', 'Actor', 'Work item'],
      events.map(({ ts, type, actor, work_item_number: number }) => [
        ...[iso(ts), type, actor ?? none, number === null ? none : formatRef('workItem', number)],
      ]),
      '_No events recorded._',
    ),
    '',
  ].join('\n');
}

function words(status: WorkItemStatus): string {
  return (status.charAt(0).toUpperCase() + status.slice(1)).replaceAll('_', ' ');
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
