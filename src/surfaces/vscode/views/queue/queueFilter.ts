import { l10n } from 'vscode';
import * as z from 'zod';
import { oneLine } from '../../../../domain/text/oneLine.js';

const text = z.string().min(1).optional().catch(undefined);
const queueFilter = z.object({ kind: text, label: text, text }).catch({});

/** What narrows the Queue view; an absent field does not. */
export type QueueFilter = z.infer<typeof queueFilter>;

/** The filter in words, for the view's title: `bug · label ci · “login”`. */
export function filterText(filter: QueueFilter): string {
  const words: string[] = [];
  if (filter.kind !== undefined) words.push(l10n.t('kind: {0}', oneLine(filter.kind)));
  if (filter.label !== undefined) words.push(l10n.t('label: {0}', oneLine(filter.label)));
  if (filter.text !== undefined) words.push(l10n.t('“{0}”', oneLine(filter.text)));
  return words.join(' · ');
}

/** Reads a filter that was remembered; what is no filter is none. */
export function readFilter(value: unknown): QueueFilter {
  return queueFilter.parse(value);
}
