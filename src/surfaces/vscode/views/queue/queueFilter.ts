import { l10n } from 'vscode';
import { oneLine } from '../../../../domain/text/oneLine.js';

/** What narrows the Queue view; an absent field does not. */
export interface QueueFilter {
  readonly kind?: string;
  readonly label?: string;
  readonly text?: string;
}

export const noFilter: QueueFilter = Object.freeze({});

export function isFiltered(filter: QueueFilter): boolean {
  return filter.kind !== undefined || filter.label !== undefined || filter.text !== undefined;
}

/** The filter in words, for the view's title: `bug · label ci · “login”`. */
export function filterText(filter: QueueFilter): string {
  const words: string[] = [];
  if (filter.kind !== undefined) words.push(l10n.t('kind: {0}', oneLine(filter.kind)));
  if (filter.label !== undefined) words.push(l10n.t('label: {0}', oneLine(filter.label)));
  if (filter.text !== undefined) words.push(l10n.t('“{0}”', oneLine(filter.text)));
  return words.join(' · ');
}

/** Sets one field of a filter, or takes it away when it has that value already. */
export function toggled(filter: QueueFilter, field: keyof QueueFilter, value: string): QueueFilter {
  const { [field]: present, ...rest } = filter;
  return present === value ? rest : { ...rest, [field]: value };
}

/** Reads a filter that was remembered; what is not a filter is none. */
export function readFilter(value: unknown): QueueFilter {
  if (typeof value !== 'object' || value === null) return noFilter;
  const record = value as Record<string, unknown>;
  const read = (field: keyof QueueFilter): QueueFilter => {
    const text = record[field];
    return typeof text === 'string' && text !== '' ? { [field]: text } : {};
  };
  return { ...read('kind'), ...read('label'), ...read('text') };
}
