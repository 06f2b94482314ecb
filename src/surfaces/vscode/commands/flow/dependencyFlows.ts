import { l10n } from 'vscode';
import { isRefusal, RefusalError } from '../../../../domain/refusal/refusal.js';
import type { WorkItem } from '../../../../domain/workItem/workItem.js';
import { queueShow } from '../../../../operations/queue/queueShow.js';
import { workItemStatusLooks } from '../../../../present/status.js';
import { asLabel } from '../../support/plainText.js';
import { type Answer, askChoices, askInSteps } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import { askWorkItems } from '../workItemPicker.js';
import type { Flow, OperationFlow } from './flow.js';

/** Depend: which other open work items must be done first. */
export const dependFlow: OperationFlow = async flow => {
  const steps = [
    ...flow.itemSteps({
      sections: ['ready', 'blocked', 'scheduled', 'needs_you', 'in_flight'],
      placeholder: l10n.t('Select a work item to add dependencies to'),
    }),
    ...flow.fieldSteps('dependsOn', async at => {
      const item = await flow.item();
      const chosen = await askWorkItems(flow.repository, flow.clock, {
        ...at,
        title: `${flow.title}: ${item.ref}`,
        placeholder: l10n.t('Select the work items that {0} depends on', item.ref),
        sections: ['ready', 'in_flight', 'needs_you', 'blocked', 'scheduled'],
        accept: other => !flow.ids.includes(other.id) && other.id !== item.id && !item.dependsOn.includes(other.ref),
      });
      return refs(chosen);
    }),
  ];
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Undepend: which of its dependencies it waits for no more. */
export const undependFlow: OperationFlow = async flow => {
  const steps = [
    ...flow.itemSteps({
      sections: ['blocked', 'ready', 'scheduled', 'needs_you', 'in_flight'],
      accept: item => item.dependsOn.length > 0,
      placeholder: l10n.t('Select a work item to remove dependencies from'),
    }),
    ...flow.fieldSteps('dependsOn', async at =>
      askChoices({
        ...at,
        title: flow.title,
        placeholder: l10n.t('Select dependencies to remove'),
        rows: dependencyRows(flow),
      }),
    ),
  ];
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

async function dependencyRows(flow: Flow) {
  const item = await flow.item();
  const found = await flow.repository.invoke(queueShow, { id: item.id });
  if (isRefusal(found)) throw new RefusalError(found);
  return found.dependencies.map(line => ({
    label: asLabel(`${line.ref} ${line.title}`),
    description: workItemStatusLooks[line.status].word(translate),
    value: line.ref,
  }));
}

function refs(chosen: Answer<WorkItem[]>): Answer<string[]> {
  return Array.isArray(chosen) ? chosen.map(item => item.ref) : chosen;
}
