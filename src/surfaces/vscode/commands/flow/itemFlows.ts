import { l10n } from 'vscode';
import { shortened } from '../../../../domain/text/shortened.js';
import { asMessage } from '../../support/plainText.js';
import { askChoice, askInSteps, askText, back, problemOf } from '../../support/prompt.js';
import type { OperationFlow } from './flow.js';

/** Claim: what is ready, or what another holds when it is taken over. */
export const claimFlow: OperationFlow = async flow => {
  const steps = flow.itemSteps(
    flow.input.reassign === true
      ? { sections: ['in_flight'], placeholder: l10n.t('Select a work item to take over') }
      : { sections: ['ready'], placeholder: l10n.t('Select a work item to claim') },
  );
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Release: what someone holds. */
export const releaseFlow: OperationFlow = async flow => {
  const steps = flow.itemSteps({
    sections: ['in_flight', 'ready'],
    accept: item => item.status === 'in_flight',
    placeholder: l10n.t('Select a work item to release'),
  });
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Ask: the question that a person is to answer. */
export const askFlow: OperationFlow = async flow => {
  const steps = [
    ...flow.itemSteps({
      sections: ['in_flight', 'ready'],
      accept: item => item.status === 'in_flight',
      placeholder: l10n.t('Select a work item to ask about'),
    }),
    ...flow.fieldSteps('question', at =>
      askText({
        ...at,
        title: flow.title,
        prompt: l10n.t('Question to answer before work continues'),
        problem: text => problemOf(flow.field('question'), text),
      }),
    ),
  ];
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Answer: the question is the prompt; then how the work continues. */
export const advanceFlow: OperationFlow = async flow => {
  const steps = [
    ...flow.itemSteps({ sections: ['needs_you'], placeholder: l10n.t('Select a question to answer') }),
    ...flow.fieldSteps('answer', async at => {
      if (flow.input.to === 'cancelled') return '';
      const item = await flow.item();
      return askText({
        ...at,
        title: `${flow.title}: ${item.ref}`,
        prompt: item.question === null ? l10n.t('Your answer') : shortened(item.question, 400),
        placeholder: l10n.t('Your answer'),
        problem: text => problemOf(flow.field('answer'), text),
      });
    }),
    ...flow.fieldSteps('to', async at => {
      const item = await flow.item();
      const rows = [
        {
          value: 'pending',
          label: l10n.t('$(inbox) Return to the queue'),
          description: l10n.t('anyone can claim it'),
        },
        ...(item.owner === null
          ? []
          : [
              {
                value: 'in_flight',
                label: l10n.t('$(debug-continue) Continue with the same owner'),
                description: asMessage(item.owner),
              },
            ]),
        {
          value: 'cancelled',
          label: l10n.t('$(circle-slash) Cancel the item'),
          description: l10n.t('no further work'),
        },
      ];
      const chosen = await askChoice({
        ...at,
        title: `${flow.title}: ${item.ref}`,
        placeholder: l10n.t('What happens next?'),
        rows: flow.memory.lastFirst('advance', rows),
      });
      if (chosen !== back && chosen !== undefined) await flow.memory.remember('advance', chosen);
      return chosen;
    }),
  ];
  if (!(await askInSteps(steps))) return undefined;
  if (flow.input.answer === '') delete flow.input.answer;
  return flow.result();
};

/** Resolve: how it ended, then what to note. */
export const resolveFlow: OperationFlow = async flow => {
  const known = flow.has('status');
  const steps = [
    ...flow.itemSteps({
      sections: ['in_flight', 'needs_you', 'ready', 'blocked', 'scheduled'],
      placeholder: l10n.t('Select a work item to resolve'),
    }),
    ...flow.fieldSteps('status', async at => {
      const rows = [
        { value: 'done', label: l10n.t('$(pass) Done'), description: l10n.t('unblocks its dependents') },
        { value: 'failed', label: l10n.t('$(error) Failed'), description: l10n.t('keeps dependents blocked') },
        {
          value: 'cancelled',
          label: l10n.t('$(circle-slash) Cancelled'),
          description: l10n.t('keeps dependents blocked'),
        },
      ];
      const chosen = await askChoice({
        ...at,
        title: flow.title,
        placeholder: l10n.t('Choose an outcome'),
        rows: flow.memory.lastFirst('resolve', rows),
      });
      if (chosen !== back && chosen !== undefined) await flow.memory.remember('resolve', chosen);
      return chosen;
    }),
    ...(known
      ? []
      : flow.fieldSteps('notes', at =>
          askText({
            ...at,
            title: flow.title,
            prompt: l10n.t('Notes on the outcome (leave empty to keep the current notes)'),
            problem: text => problemOf(flow.field('notes'), text),
          }),
        )),
  ];
  if (!(await askInSteps(steps))) return undefined;
  if (flow.input.notes === '') delete flow.input.notes;
  return flow.result();
};

/** Reopen: the reason. */
export const reopenFlow: OperationFlow = async flow => {
  const steps = [
    ...flow.itemSteps({ sections: ['done'], placeholder: l10n.t('Select a work item to reopen') }),
    ...flow.fieldSteps('reason', at =>
      askText({
        ...at,
        title: flow.title,
        prompt: l10n.t('Reason for reopening'),
        problem: text => problemOf(flow.field('reason'), text),
      }),
    ),
  ];
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Show: any work item. */
export const showFlow: OperationFlow = async flow => {
  const steps = flow.itemSteps({ placeholder: l10n.t('Select a work item') });
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Annotate: the name of a note, then its text. */
export const annotateFlow: OperationFlow = async flow => {
  if (flow.has('patch'))
    return (await askInSteps(flow.itemSteps({ placeholder: l10n.t('Select a work item') })))
      ? flow.result()
      : undefined;
  let name = '';
  let text = '';
  const steps = [
    ...flow.itemSteps({ placeholder: l10n.t('Select a work item to annotate') }),
    async (at: { step?: number | undefined; totalSteps?: number | undefined }) => {
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
    async (at: { step?: number | undefined; totalSteps?: number | undefined }) => {
      const present = notesField(await flow.item(), name);
      const answer = await askText({
        ...at,
        canGoBack: true,
        title: flow.title,
        prompt: l10n.t('Text of the note “{0}”', name),
        value: text === '' ? present : text,
        problem: typed => (typed.trim() === '' ? l10n.t('The note is empty.') : undefined),
      });
      if (typeof answer === 'string') text = answer;
      return answer;
    },
  ];
  if (!(await askInSteps(steps))) return undefined;
  await flow.memory.remember('annotate', name);
  flow.input.patch = { [name]: text };
  return flow.result();
};

function notesField(item: { notes: unknown }, name: string): string {
  const { notes } = item;
  if (typeof notes !== 'object' || notes === null || Array.isArray(notes)) return '';
  const value = (notes as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}
