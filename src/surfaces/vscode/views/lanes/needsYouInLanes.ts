import { l10n } from 'vscode';

/** How much waits for a person in lanes. */
export function needsYouInLanes(count: number): string {
  return count === 1 ? l10n.t('1 thing in lanes needs you') : l10n.t('{0} things in lanes need you', count);
}
