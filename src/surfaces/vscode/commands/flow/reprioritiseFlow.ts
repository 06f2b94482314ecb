import { l10n } from 'vscode';
import { askChoice } from '../../support/prompt.js';
import { priorityRows } from './priorityRows.js';
import { asking, type Question, workItem } from './questions.js';

const place: Question = flow =>
  ['priority', 'before', 'after', 'position'].some(name => flow.has(name))
    ? []
    : [
        async at => {
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
          if (typeof chosen === 'object') Object.assign(flow.input, chosen);
          return chosen;
        },
      ];

export const reprioritiseFlow = asking(
  workItem(() => ({
    sections: ['ready', 'blocked', 'scheduled', 'needs_you', 'in_flight'],
    placeholder: l10n.t('Select a work item to move'),
  })),
  place,
);
