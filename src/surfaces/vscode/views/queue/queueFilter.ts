import { l10n } from 'vscode';
import * as z from 'zod';
import { oneLine } from '../../../../domain/text/oneLine.js';

const text = z.string().min(1).optional().catch(undefined);
const queueFilter = z
  .object({
    kind: text,
    /** All must match; a single string is the older stored format. */
    label: z
      .union([
        z
          .string()
          .min(1)
          .transform(label => [label]),
        z.array(z.string().min(1)).min(1),
      ])
      .optional()
      .catch(undefined),
    priority: z.int().optional().catch(undefined),
    owner: text,
    assignee: text,
    text,
  })
  .catch({});

/** Filter of the Queue view; absent fields do not restrict it. Same fields as the list of work items. */
export type QueueFilter = z.output<typeof queueFilter>;

/** Formats the filter for the view's title: `kind: bug · label: ci · “login”`. */
export function filterText(filter: QueueFilter): string {
  const words: string[] = [];
  if (filter.kind !== undefined) words.push(l10n.t('kind: {0}', oneLine(filter.kind)));
  for (const label of filter.label ?? []) words.push(l10n.t('label: {0}', oneLine(label)));
  if (filter.priority !== undefined) words.push(l10n.t('priority: P{0}', filter.priority));
  if (filter.owner !== undefined) words.push(l10n.t('owner: {0}', oneLine(filter.owner)));
  if (filter.assignee !== undefined) words.push(l10n.t('assignee: {0}', oneLine(filter.assignee)));
  if (filter.text !== undefined) words.push(l10n.t('“{0}”', oneLine(filter.text)));
  return words.join(' · ');
}

/** Parses a stored filter; anything invalid becomes an empty filter. */
export function readFilter(value: unknown): QueueFilter {
  return queueFilter.parse(value);
}
