import { l10n } from 'vscode';
import { defaultPriority } from '../../../../domain/workItem/workItem.js';
import type { Choice } from '../../support/prompt.js';

/** Returns the five priorities as choices, with `first` on top if given. */
export function priorityRows(first?: number): readonly Choice<number>[] {
  const meanings = [
    l10n.t('before everything else'),
    l10n.t('soon'),
    l10n.t('normal'),
    l10n.t('later'),
    l10n.t('when nothing else is left'),
  ];
  const rows = meanings.map((meaning, value) => ({
    value,
    label: value === 0 ? '$(flame) P0' : `$(circle-large) P${value}`,
    description: value === defaultPriority ? l10n.t('{0} (default)', meaning) : meaning,
  }));
  return [...rows].sort((a, b) => Number(b.value === first) - Number(a.value === first));
}
