import { l10n } from 'vscode';
import type { PlanCursorState } from '../../../domain/plan/planCursorState.js';
import type { ReviewVerdict } from '../../../domain/review/reviewVerdict.js';
import { inlineMarkdown } from './inlineMarkdown.js';

/** What a review said, in the words of the interface. */
export function verdictWord(verdict: ReviewVerdict): string {
  switch (verdict) {
    case 'pass':
      return l10n.t('pass');
    case 'pass_with_findings':
      return l10n.t('pass with findings');
    case 'conditional_pass':
      return l10n.t('pass on a condition');
    case 'fail':
      return l10n.t('fail');
  }
}

/** Where work on an item of a plan stands, in the words of the interface. */
export function planCursorWord(state: PlanCursorState): string {
  switch (state) {
    case 'dispatched':
      return l10n.t('given out');
    case 'completed':
      return l10n.t('completed');
    case 'skipped':
      return l10n.t('skipped');
    case 'escalated':
      return l10n.t('escalated');
    case 'expired':
      return l10n.t('expired');
  }
}

/** The word for a value of an event, as Markdown; one that a newer version wrote is shown as it is. */
export function knownWord<T extends string>(all: readonly T[], value: unknown, wordOf: (known: T) => string): string {
  const known = all.find(one => one === value);
  if (known !== undefined) return inlineMarkdown(wordOf(known));
  return typeof value === 'string' ? inlineMarkdown(value.replaceAll('_', ' ')) : l10n.t('it');
}
