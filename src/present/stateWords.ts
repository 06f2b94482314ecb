import type { PlanCursorState } from '../domain/plan/planCursorState.js';
import type { ReviewVerdict } from '../domain/review/reviewVerdict.js';
import type { TaskStatus } from '../domain/task/taskStatus.js';
import type { Translate } from '../reports/translate.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { planCursorWords, taskStatusLooks, verdictLooks } from './status.js';

/** What a review said, in the words of the interface. */
export function verdictWord(verdict: ReviewVerdict, t: Translate): string {
  return verdictLooks[verdict].word(t);
}

/** Where work on an item of a plan stands, in the words of the interface. */
export function planCursorWord(state: PlanCursorState, t: Translate): string {
  return planCursorWords[state](t);
}

/** A task status in the words of the interface, lower case. */
export function taskStatusWord(status: TaskStatus, t: Translate): string {
  return taskStatusLooks[status].word(t);
}

/** The word for a value of an event, as Markdown; one that a newer version wrote is shown as it is. */
export function knownWord<T extends string>(
  all: readonly T[],
  value: unknown,
  wordOf: (known: T, t: Translate) => string,
  t: Translate,
): string {
  const known = all.find(one => one === value);
  if (known !== undefined) return inlineMarkdown(wordOf(known, t));
  return typeof value === 'string' ? inlineMarkdown(value.replaceAll('_', ' ')) : t('it');
}
