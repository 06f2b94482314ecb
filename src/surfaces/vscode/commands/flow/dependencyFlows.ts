import { l10n } from 'vscode';
import { queueShow } from '../../../../operations/queue/queueShow.js';
import { workItemStatusLooks } from '../../../../present/status.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asLabel } from '../../support/plainText.js';
import { askChoices } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import { askWorkItems } from '../workItemPicker.js';
import type { Flow } from './flow.js';
import { asking, field, workItem } from './questions.js';

export const dependFlow = asking(
  workItem(() => ({
    sections: ['ready', 'blocked', 'scheduled', 'needs_you', 'in_flight'],
    placeholder: l10n.t('Select a work item to add dependencies to'),
  })),
  field('dependsOn', async (flow, at) => {
    const item = await flow.item();
    const chosen = await askWorkItems(flow.repository, flow.clock, {
      ...at,
      title: `${flow.title}: ${item.ref}`,
      placeholder: l10n.t('Select the work items that {0} depends on', item.ref),
      sections: ['ready', 'in_flight', 'needs_you', 'blocked', 'scheduled'],
      accept: other => !flow.ids.includes(other.id) && other.id !== item.id && !item.dependsOn.includes(other.ref),
    });
    return Array.isArray(chosen) ? chosen.map(({ ref }) => ref) : chosen;
  }),
);

export const undependFlow = asking(
  workItem(() => ({
    sections: ['blocked', 'ready', 'scheduled', 'needs_you', 'in_flight'],
    accept: item => item.dependsOn.length > 0,
    placeholder: l10n.t('Select a work item to remove dependencies from'),
  })),
  field('dependsOn', async (flow, at) =>
    askChoices({ ...at, placeholder: l10n.t('Select dependencies to remove'), rows: dependencyRows(flow) }),
  ),
);

async function dependencyRows(flow: Flow) {
  const item = await flow.item();
  const found = await invokeOrThrow(flow.repository, queueShow, { id: item.id });
  return found.dependencies.map(line => ({
    label: asLabel(`${line.ref} ${line.title}`),
    description: workItemStatusLooks[line.status].word(translate),
    value: line.ref,
  }));
}
