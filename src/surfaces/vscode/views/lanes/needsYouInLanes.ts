import { l10n } from 'vscode';

/** How much waits for a person in lanes. */
export function needsYouInLanes(count: number): string {
  return count === 1 ? l10n.t('1 item in lanes needs you') : l10n.t('{0} items in lanes need you', count);
}
