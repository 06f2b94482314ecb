import { l10n } from 'vscode';
import { jsonText, parseJson } from '../../../../domain/json/writtenJson.js';
import { shortened } from '../../../../domain/text/shortened.js';
import type { WorkItem } from '../../../../domain/workItem/workItem.js';
import { queueDepend } from '../../../../operations/queue/queueDepend.js';
import { queueReprioritise } from '../../../../operations/queue/queueReprioritise.js';
import { queueUndepend } from '../../../../operations/queue/queueUndepend.js';
import { standingOf } from '../../repository/repositoryRef.js';
import { editableTime, localTime } from '../../support/localTime.js';
import { asLabel } from '../../support/plainText.js';
import {
  type Answer,
  askChoice,
  askInSteps,
  askText,
  back,
  problemOf,
  type Step,
  stepIf,
} from '../../support/prompt.js';
import type { Flow, Input, OperationFlow } from './flow.js';
import { splitLabels } from './splitLabels.js';
import { timeProblem } from './timeProblem.js';

const editedFields = ['title', 'notes', 'kind', 'labels', 'assignee', 'parent', 'due', 'notBefore', 'payload'] as const;
type EditedField = (typeof editedFields)[number];

const otherFields = {
  priority: queueReprioritise,
  addDependency: queueDepend,
  removeDependency: queueUndepend,
} as const;
type OtherField = keyof typeof otherFields;

export const editFlow: OperationFlow = async flow => {
  const steps = flow.itemSteps({
    sections: ['ready', 'in_flight', 'needs_you', 'blocked', 'scheduled'],
    placeholder: l10n.t('Select a work item to edit'),
  });
  if (![...editedFields, 'addNotes', 'clearLabels', 'clearDue', 'clearNotBefore'].some(field => flow.has(field))) {
    let field: EditedField | OtherField = 'title';
    let change: Input = {};
    steps.push(
      async at => {
        const item = await flow.item();
        const chosen = await askChoice({
          ...at,
          title: `${flow.title}: ${item.ref}`,
          placeholder: l10n.t('Select a field to edit'),
          rows: fieldRows(item),
        });
        if (typeof chosen === 'string') field = chosen;
        return chosen;
      },
      stepIf(
        () => isEdited(field),
        async at => {
          const answer = await askValue(flow, field as EditedField, at);
          if (answer !== undefined && answer !== back) change = answer;
          return answer;
        },
      ),
    );
    if (!(await askInSteps(steps))) return undefined;
    if (!isEdited(field)) {
      const { ref } = await flow.item();
      await flow.run(otherFields[field], { id: ref }, standingOf(flow.repository));
      return undefined;
    }
    Object.assign(flow.input, change);
    return flow.result();
  }
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

function isEdited(field: EditedField | OtherField): field is EditedField {
  return !Object.hasOwn(otherFields, field);
}

/** Returns true for notes that fit an input box of one line; longer ones are edited on the item's page. */
function isOneLine(notes: WorkItem['notes']): notes is string | null {
  return notes === null || (typeof notes === 'string' && !notes.includes('\n'));
}

function fieldRows(item: WorkItem) {
  const none = l10n.t('none');
  const dependencies = item.dependsOn.join(', ');
  const rows: { value: EditedField | OtherField; label: string; description: string }[] = [
    { value: 'title', label: l10n.t('$(edit) Title'), description: asLabel(shortened(item.title, 80)) },
    ...(isOneLine(item.notes)
      ? [
          {
            value: 'notes' as const,
            label: l10n.t('$(note) Notes'),
            description: item.notes === null ? none : asLabel(shortened(item.notes, 80)),
          },
        ]
      : []),
    { value: 'priority', label: l10n.t('$(flame) Priority'), description: `P${item.priority}` },
    { value: 'kind', label: l10n.t('$(symbol-enum) Kind'), description: asLabel(item.kind) },
    { value: 'labels', label: l10n.t('$(tag) Labels'), description: asLabel(item.labels.join(', ')) || none },
    {
      value: 'assignee',
      label: l10n.t('$(person) Assignee'),
      description: item.assignee === null ? none : asLabel(item.assignee),
    },
    { value: 'parent', label: l10n.t('$(type-hierarchy-super) Parent'), description: item.parent ?? none },
    { value: 'addDependency', label: l10n.t('$(lock) Add dependency'), description: dependencies || none },
    ...(dependencies === ''
      ? []
      : [
          {
            value: 'removeDependency' as const,
            label: l10n.t('$(unlock) Remove dependency'),
            description: dependencies,
          },
        ]),
    { value: 'due', label: l10n.t('$(calendar) Due'), description: item.due === null ? none : localTime(item.due) },
    {
      value: 'notBefore',
      label: l10n.t('$(watch) Not before'),
      description: item.notBefore === null ? none : localTime(item.notBefore),
    },
    {
      value: 'payload',
      label: l10n.t('$(json) Payload'),
      description: item.payload === null ? none : asLabel(shortened(jsonText(item.payload), 80)),
    },
  ];
  return rows;
}

async function askValue(flow: Flow, field: EditedField, at: Parameters<Step>[0]): Promise<Answer<Input>> {
  const item = await flow.item();
  const ask = (prompt: string, value: string, problem: (text: string) => string | undefined, placeholder?: string) =>
    askText({ ...at, title: `${flow.title}: ${item.ref}`, prompt, value, problem, placeholder });
  const judged = (text: string): string | undefined => problemOf(flow.field(field), text);
  const read = async (answer: Promise<Answer<string>>, toInput: (text: string) => Input): Promise<Answer<Input>> => {
    const text = await answer;
    return typeof text === 'string' ? toInput(text) : text;
  };
  switch (field) {
    case 'title':
      return read(ask(l10n.t('New title'), item.title, judged), title => ({ title }));
    case 'notes':
      return read(
        ask(l10n.t('Notes. Leave empty for none.'), isOneLine(item.notes) ? (item.notes ?? '') : '', judged),
        // The revision protects notes added meanwhile from being overwritten unseen.
        notes => ({ notes, revision: item.revision }),
      );
    case 'kind':
      return read(ask(l10n.t('New kind'), item.kind, judged), kind => ({ kind }));
    case 'labels':
      return read(
        ask(l10n.t('All labels, separated by commas. Leave empty for none.'), item.labels.join(', '), text =>
          problemOf(flow.field('labels'), splitLabels(text)),
        ),
        text => (splitLabels(text).length === 0 ? { clearLabels: true } : { labels: splitLabels(text) }),
      );
    case 'assignee':
      return read(ask(l10n.t('Who is to do it. Leave empty for nobody.'), item.assignee ?? '', judged), assignee => ({
        assignee,
      }));
    case 'parent':
      return read(
        ask(l10n.t('Id of the work item that it is a part of. Leave empty for none.'), item.parent ?? '', judged),
        parent => ({ parent: parent.trim() }),
      );
    case 'due':
    case 'notBefore': {
      const clear = field === 'due' ? 'clearDue' : 'clearNotBefore';
      const prompt =
        field === 'due'
          ? l10n.t('Due date, or time from now. Leave empty for none.')
          : l10n.t('Earliest start date, or time from now. Leave empty to start right away.');
      const optional = (text: string): string | undefined => timeProblem(text, flow.clock.now());
      const example = l10n.t('2026-12-01, 2026-12-01T17:00Z, +2d');
      return read(ask(prompt, editableTime(item[field]), optional, example), text =>
        text.trim() === '' ? { [clear]: true } : { [field]: text },
      );
    }
    case 'payload':
      return read(
        ask(l10n.t('New payload (JSON)'), jsonText(item.payload), text => {
          const value = readPayload(text);
          return value === undefined ? l10n.t('Not valid JSON.') : problemOf(flow.field('payload'), value.json);
        }),
        text => ({ payload: readPayload(text)?.json }),
      );
  }
}

function readPayload(text: string): { json: unknown } | undefined {
  try {
    return { json: parseJson(text) };
  } catch {
    return undefined;
  }
}
