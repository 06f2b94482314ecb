import { l10n } from 'vscode';
import { asMessage } from '../../support/plainText.js';
import { askChoice, askInSteps, askText, problemOf, type Step } from '../../support/prompt.js';
import type { OperationFlow } from './flow.js';
import { priorityRows } from './priorityRows.js';
import { splitLabels } from './splitLabels.js';
import { timeProblem } from './timeProblem.js';

const detailsKey = 'add.details';

/** Add: the title and Enter; with the switch on, kind, priority, labels and due date as well. */
export const addFlow: OperationFlow = async flow => {
  if (flow.has('title')) return flow.result();
  let details = flow.memory.last(detailsKey) === 'on';
  let title = '';
  const asked = await askText({
    title: flow.title,
    prompt: l10n.t('What needs to be done?'),
    placeholder: l10n.t('Work item title'),
    problem: text => problemOf(flow.field('title'), text),
    toggle: {
      icon: 'settings',
      tooltip: l10n.t('Also ask for kind, priority, labels and due date'),
      checked: details,
      turned: on => {
        details = on;
      },
    },
  });
  if (typeof asked !== 'string') return undefined;
  title = asked;
  flow.input.title = title;
  await flow.memory.remember(detailsKey, details ? 'on' : 'off');
  if (!details) return flow.result();
  let labels = '';
  const optional = (
    name: string,
    prompt: string,
    placeholder: string,
    problem: (text: string) => string | undefined,
  ): Step[] => [
    async at => {
      const answer = await askText({
        ...at,
        title: asMessage(`${flow.title}: ${title}`),
        prompt,
        placeholder,
        value: String(flow.input[name] ?? ''),
        problem,
      });
      if (typeof answer === 'string') {
        if (answer.trim() === '') delete flow.input[name];
        else flow.input[name] = answer;
      }
      return answer;
    },
  ];
  const steps: Step[] = [
    async at => {
      const answer = await askChoice({
        ...at,
        title: asMessage(`${flow.title}: ${title}`),
        placeholder: l10n.t('Select a priority'),
        rows: priorityRows(2),
      });
      if (typeof answer === 'number') flow.input.priority = answer;
      return answer;
    },
    ...optional(
      'kind',
      l10n.t('Kind: any word to filter by. Leave empty for general.'),
      l10n.t('bug, feature, chore…'),
      text => (text.trim() === '' ? undefined : problemOf(flow.field('kind'), text)),
    ),
    async at => {
      const answer = await askText({
        ...at,
        title: asMessage(`${flow.title}: ${title}`),
        prompt: l10n.t('Labels, separated by commas or spaces. Leave empty for none.'),
        value: labels,
        problem: text => problemOf(flow.field('labels'), splitLabels(text)),
      });
      if (typeof answer === 'string') {
        labels = answer;
        flow.input.labels = splitLabels(answer);
      }
      return answer;
    },
    ...optional(
      'due',
      l10n.t('Due date, or time from now. Leave empty for none.'),
      l10n.t('2026-12-01, 2026-12-01T17:00Z, +2d'),
      text => timeProblem(text, flow.clock.now()),
    ),
  ];
  return (await askInSteps(steps)) ? flow.result() : undefined;
};
