import { workItemLimits } from '../workItem/workItem.js';
import type { WorkItemStatus } from '../workItem/workItemStatus.js';

/** Trackers' words by status; any other status needs a person's decision. */
const statusWords: readonly (readonly [WorkItemStatus, string])[] = [
  ['pending', 'pending open opened reopened todo to-do new ready backlog unstarted planned'],
  ['in_flight', 'in-flight in-progress doing started active hooked'],
  ['waiting_human', 'waiting-human'],
  ['done', 'done closed completed complete resolved fixed merged'],
  ['failed', 'failed'],
  [
    'cancelled',
    "cancelled canceled wontfix wont-fix won't-fix wont-do won't-do rejected not-planned duplicate archived",
  ],
];
const statuses = new Map(statusWords.flatMap(([status, list]) => list.split(' ').map(word => [word, status] as const)));

export function statusOf(word: string): WorkItemStatus | undefined {
  return statuses.get(slug(word));
}

const priorityWords = ['critical highest urgent', 'high', 'medium normal', 'low', 'lowest trivial'];
const priorities = new Map(priorityWords.flatMap((list, priority) => list.split(' ').map(word => [word, priority])));

export function priorityOf(word: string | number): number | undefined {
  const text = slug(String(word)).replace(/^p(?=\d$)/, '');
  return /^[0-4]$/.test(text) ? Number(text) : priorities.get(text);
}

/** Converts a word to a valid label, without commas and control characters; undefined if nothing remains. */
export function labelOf(word: string): string | undefined {
  const label = word
    .replace(/[\p{Cc}\p{Zl}\p{Zp},\s]+/gu, ' ')
    .trim()
    .slice(0, workItemLimits.label)
    // Lone surrogates, left by a cut.
    .replace(/\p{Cs}/gu, '')
    .trim();
  return label === '' ? undefined : label;
}

/** Converts a word to a valid kind; undefined if nothing remains. */
export function kindOf(word: string): string | undefined {
  const kind = word
    .trim()
    .slice(0, workItemLimits.kind * 2)
    .replace(/[^\w.:-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, workItemLimits.kind);
  return kind === '' ? undefined : kind;
}

/** `In Progress` → `in-progress`. */
export function slug(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
}
