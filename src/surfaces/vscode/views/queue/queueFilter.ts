import { l10n } from 'vscode';
import * as z from 'zod';
import { oneLine } from '../../../../domain/text/oneLine.js';

const text = z.string().min(1).optional().catch(undefined);
const queueFilter = z
  .object({
    kind: text,
    /** All of them; a single one is what was remembered before there could be several. */
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

/** What narrows the Queue view; an absent field does not. Its fields are those of the list of work items. */
export type QueueFilter = z.output<typeof queueFilter>;

/** The filter in words, for the view's title: `kind: bug · label: ci · “login”`. */
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

/** Reads a filter that was remembered; what is no filter is none. */
export function readFilter(value: unknown): QueueFilter {
  return queueFilter.parse(value);
}
