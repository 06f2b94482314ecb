import { l10n } from 'vscode';
import type { PlanCursorState } from '../../../domain/plan/planCursorState.js';
import type { ReviewVerdict } from '../../../domain/review/reviewVerdict.js';
import { planCursorWords, verdictLooks } from '../../../present/status.js';
import { translate } from '../support/translate.js';
import { inlineMarkdown } from './inlineMarkdown.js';

/** What a review said, in the words of the interface. */
export function verdictWord(verdict: ReviewVerdict): string {
  return verdictLooks[verdict].word(translate);
}

/** Where work on an item of a plan stands, in the words of the interface. */
export function planCursorWord(state: PlanCursorState): string {
  return planCursorWords[state](translate);
}

/** The word for a value of an event, as Markdown; one that a newer version wrote is shown as it is. */
export function knownWord<T extends string>(all: readonly T[], value: unknown, wordOf: (known: T) => string): string {
  const known = all.find(one => one === value);
  if (known !== undefined) return inlineMarkdown(wordOf(known));
  return typeof value === 'string' ? inlineMarkdown(value.replaceAll('_', ' ')) : l10n.t('it');
}
