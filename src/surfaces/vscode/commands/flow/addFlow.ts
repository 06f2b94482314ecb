import { l10n } from 'vscode';
import { asMessage } from '../../support/plainText.js';
import { askChoice, askText, problemOf } from '../../support/prompt.js';
import type { Flow, OperationFlow } from './flow.js';
import { priorityRows } from './priorityRows.js';
import { asking, field, type Question, text } from './questions.js';
import { splitLabels } from './splitLabels.js';
import { timeProblem } from './timeProblem.js';

const detailsKey = 'add.details';

/** Add: asks for the title; by a button for notes; with the switch on also for kind, priority, labels and due date. */
export const addFlow: OperationFlow = async flow => {
  if (flow.has('title')) return flow.result();
  let isNoted = false;
  let isDetailed = flow.memory.last(detailsKey) === 'on';
  const answer = await askText({
    title: flow.title,
    prompt: l10n.t('What needs to be done?'),
    placeholder: l10n.t('Work item title'),
    problem: typed => problemOf(flow.field('title'), typed),
    more: {
      icon: 'note',
      tooltip: l10n.t('Add notes'),
      pressed: () => {
        isNoted = true;
      },
    },
    toggle: {
      icon: 'settings',
      tooltip: l10n.t('Also ask for kind, priority, labels, assignee and due date'),
      prompt: l10n.t('What needs to be done? Next: priority, kind, labels, assignee and due date'),
      checked: isDetailed,
      turned: on => {
        isDetailed = on;
      },
    },
  });
  if (typeof answer !== 'string') return undefined;
  flow.input.title = answer;
  await flow.memory.remember(detailsKey, isDetailed ? 'on' : 'off');
  const more = [...(isNoted ? [notes] : []), ...(isDetailed ? details : [])];
  return more.length === 0 ? flow.result() : asking(...more)(flow);
};

const title = ({ title: act, input }: Flow): string => asMessage(`${act}: ${String(input.title)}`);
const present =
  (name: string) =>
  ({ input }: Flow): string =>
    [input[name] ?? ''].flat().join(', ');

const notes: Question = text('notes', {
  title,
  prompt: () => l10n.t('Notes for the agent or person who works on it'),
  isOptional: true,
});

const details: readonly Question[] = [
  field('priority', (flow, at) =>
    askChoice({ ...at, title: title(flow), placeholder: l10n.t('Select a priority'), rows: priorityRows(2) }),
  ),
  text('kind', {
    title,
    prompt: () => l10n.t('Kind: any word to filter by. Leave empty for general.'),
    placeholder: () => l10n.t('bug, feature, chore…'),
    value: present('kind'),
    isOptional: true,
  }),
  text('labels', {
    title,
    prompt: () => l10n.t('Labels, separated by commas. Leave empty for none.'),
    value: present('labels'),
    read: splitLabels,
    isOptional: true,
  }),
  text('assignee', {
    title,
    prompt: () => l10n.t('Who is to do it. Leave empty for nobody.'),
    value: present('assignee'),
    isOptional: true,
  }),
  text('due', {
    title,
    prompt: () => l10n.t('Due date, or time from now. Leave empty for none.'),
    placeholder: () => l10n.t('2026-12-01, 2026-12-01T17:00Z, +2d'),
    value: present('due'),
    problem: (typed, { clock }) => timeProblem(typed, clock.now()),
    isOptional: true,
  }),
];
