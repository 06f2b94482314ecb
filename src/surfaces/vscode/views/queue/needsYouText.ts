import { l10n } from 'vscode';

/** `2 work items need you`. */
export function needsYouText(count: number): string {
  return count === 1 ? l10n.t('1 work item needs you') : l10n.t('{0} work items need you', count);
}
