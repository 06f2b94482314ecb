import { l10n } from 'vscode';
import { askChoice, askInSteps } from '../../support/prompt.js';
import type { OperationFlow } from './flow.js';
import { priorityRows } from './priorityRows.js';

/** Reprioritise: the new priority, or first or last of the present one. */
export const reprioritiseFlow: OperationFlow = async flow => {
  const known = ['priority', 'before', 'after', 'position'].some(name => flow.has(name));
  const steps = flow.itemSteps({
    sections: ['ready', 'blocked', 'scheduled', 'needs_you', 'in_flight'],
    placeholder: l10n.t('Select a work item to move'),
  });
  if (!known) {
    steps.push(async at => {
      const item = await flow.item();
      const chosen = await askChoice<{ priority: number } | { position: 'top' | 'bottom' }>({
        ...at,
        title: flow.ids.length === 1 ? `${flow.title}: ${item.ref}` : flow.title,
        placeholder: l10n.t('Select a priority or position'),
        rows: [
          ...priorityRows().map(row => ({
            ...row,
            value: { priority: row.value },
            ...(row.value === item.priority ? { description: l10n.t('{0}, current', row.description ?? '') } : {}),
          })),
          { label: l10n.t('$(arrow-up) Top of its priority'), value: { position: 'top' } },
          { label: l10n.t('$(arrow-down) Bottom of its priority'), value: { position: 'bottom' } },
        ],
      });
      if (chosen !== undefined && typeof chosen === 'object') Object.assign(flow.input, chosen);
      return chosen;
    });
  }
  return (await askInSteps(steps)) ? flow.result() : undefined;
};
