import { l10n } from 'vscode';

export function needsYouText(count: number): string {
  return count === 1 ? l10n.t('1 needs you') : l10n.t('{0} need you', count);
}
