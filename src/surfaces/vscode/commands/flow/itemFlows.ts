import { l10n } from 'vscode';
import { agents } from '../../../../domain/agent/agents.js';
import type { WorkItem, WorkItemSection } from '../../../../domain/workItem/workItem.js';
import { queueAdvance } from '../../../../operations/queue/queueAdvance.js';
import { queueAnnotate } from '../../../../operations/queue/queueAnnotate.js';
import { queueAsk } from '../../../../operations/queue/queueAsk.js';
import { queueClaim } from '../../../../operations/queue/queueClaim.js';
import { queueRelease } from '../../../../operations/queue/queueRelease.js';
import { queueReopen } from '../../../../operations/queue/queueReopen.js';
import { queueResolve } from '../../../../operations/queue/queueResolve.js';
import { queueShow } from '../../../../operations/queue/queueShow.js';
import { taskHandOver } from '../../../../operations/task/taskHandOver.js';
import { askText, type Step } from '../../support/prompt.js';
import { answerFlow } from './answerFlow.js';
import type { OperationFlow } from './flow.js';
import { ask, asking, choice, text, workItem } from './questions.js';

const live: readonly WorkItemSection[] = ['in_flight', 'needs_you', 'ready', 'blocked', 'scheduled'];

const held = {
  sections: ['in_flight', 'ready'],
  accept: (item: WorkItem) => item.status === 'in_flight',
} as const;

const annotateFlow: OperationFlow = async flow => {
  if (flow.has('patch')) return asking(workItem(() => ({ placeholder: l10n.t('Select a work item') })))(flow);
  let name = '';
  let note = '';
  const steps: Step[] = [
    async at => {
      const answer = await askText({
        ...at,
        title: flow.title,
        prompt: l10n.t('Name of the note. An existing note with this name is replaced.'),
        value: name === '' ? (flow.memory.last('annotate') ?? 'remark') : name,
        problem: typed => (typed.trim() === '' ? l10n.t('The name is empty.') : undefined),
      });
      if (typeof answer === 'string') name = answer.trim();
      return answer;
    },
    async at => {
      const answer = await askText({
        ...at,
        canGoBack: true,
        title: flow.title,
        prompt: l10n.t('Text of the note “{0}”', name),
        value: note === '' ? noteOf(await flow.item(), name) : note,
        problem: typed => (typed.trim() === '' ? l10n.t('The note is empty.') : undefined),
      });
      if (typeof answer === 'string') note = answer;
      return answer;
    },
  ];
  const which = workItem(() => ({ placeholder: l10n.t('Select a work item to annotate') }));
  if (!(await ask(flow, which, () => steps))) return undefined;
  await flow.memory.remember('annotate', name);
  flow.input.patch = { [name]: note };
  return flow.result();
};

function noteOf({ notes }: WorkItem, name: string): string {
  if (typeof notes !== 'object' || notes === null || Array.isArray(notes)) return '';
  const value = new Map<string, unknown>(Object.entries(notes)).get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the next states of an answered work item whose owner does not continue. */
export function otherNextRows() {
  return [
    { value: 'pending', label: l10n.t('$(inbox) Return to the queue'), description: l10n.t('anyone can claim it') },
    {
      value: 'cancelled',
      label: l10n.t('$(circle-slash) Cancel the item'),
      description: l10n.t('no further work'),
    },
  ] as const;
}

function nextHolderRows() {
  const known = agents.flatMap(({ harness: value, title: label, connection }) =>
    connection === undefined ? [] : [{ value, label }],
  );
  return [{ value: '', label: l10n.t('Whoever is next'), description: l10n.t('returns to the queue') }, ...known];
}

function outcomeRows() {
  const staysBlocked = l10n.t('keeps dependents blocked');
  return [
    { value: 'done', label: l10n.t('$(pass) Done'), description: l10n.t('unblocks its dependents') },
    { value: 'failed', label: l10n.t('$(error) Failed'), description: staysBlocked },
    { value: 'cancelled', label: l10n.t('$(circle-slash) Cancelled'), description: staysBlocked },
  ];
}

export const itemFlows: Readonly<Record<string, OperationFlow>> = {
  [queueShow.name]: asking(workItem(() => ({ placeholder: l10n.t('Select a work item') }))),
  [queueAnnotate.name]: annotateFlow,
  // Ready items; in a takeover, items that others hold.
  [queueClaim.name]: asking(
    workItem(({ input }) =>
      input.reassign === true
        ? { sections: ['in_flight'], placeholder: l10n.t('Select a work item to take over') }
        : { sections: ['ready'], placeholder: l10n.t('Select a work item to claim') },
    ),
  ),
  [queueRelease.name]: asking(workItem(() => ({ ...held, placeholder: l10n.t('Select a work item to release') }))),
  [taskHandOver.name]: asking(
    workItem(() => ({ sections: ['in_flight'], placeholder: l10n.t('Select work to hand over') })),
    choice('to', { placeholder: () => l10n.t('Who continues?'), rows: nextHolderRows }),
    text('next', { prompt: () => l10n.t('What to do next (optional)'), isOptional: true }),
  ),
  [queueAsk.name]: asking(
    workItem(() => ({ ...held, placeholder: l10n.t('Select a work item to ask about') })),
    text('question', { prompt: () => l10n.t('Question to answer before work continues') }),
  ),
  [queueAdvance.name]: answerFlow,
  [queueResolve.name]: flow =>
    asking(
      workItem(() => ({ sections: live, placeholder: l10n.t('Select a work item to resolve') })),
      choice('status', {
        placeholder: () => l10n.t('Choose an outcome'),
        rows: outcomeRows,
        memory: 'resolve',
      }),
      ...(flow.has('status')
        ? []
        : [
            text('notes', {
              prompt: () => l10n.t('Notes on the outcome (leave empty to keep the current notes)'),
              isOptional: true,
            }),
          ]),
    )(flow),
  [queueReopen.name]: asking(
    workItem(() => ({ sections: ['done'], placeholder: l10n.t('Select a work item to reopen') })),
    text('reason', { prompt: () => l10n.t('Reason for reopening') }),
  ),
};
