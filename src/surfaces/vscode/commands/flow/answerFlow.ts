import { l10n } from 'vscode';
import { shortened } from '../../../../domain/text/shortened.js';
import type { Question as AskedQuestion } from '../../../../domain/workItem/question.js';
import { asLabel } from '../../support/plainText.js';
import { askChoice, type Choice, stepIf } from '../../support/prompt.js';
import type { Flow, OperationFlow } from './flow.js';
import { ask, itemTitle, text, workItem } from './questions.js';

const otherWords = '';

/**
 * Answers a work item's first open question: by one of its choices, or in words. The item's holder continues, unless the call sets
 * another next state.
 */
export const answerFlow: OperationFlow = async flow => {
  const which = workItem(() => ({ sections: ['needs_you'], placeholder: l10n.t('Select a question to answer') }));
  const isAsked = (): boolean => flow.input.to !== 'cancelled';
  const choose = (): ReturnType<typeof stepIf>[] => [
    stepIf(
      async () => isAsked() && ((await questionOf(flow))?.choices.length ?? 0) > 0,
      async at => {
        const question = await questionOf(flow);
        const chosen = await askChoice({
          ...at,
          title: await itemTitle(flow),
          placeholder: shortened(question?.question ?? '', 400),
          rows: rowsOf(question),
        });
        if (typeof chosen !== 'string') return chosen;
        flow.set('answer', chosen === otherWords ? undefined : chosen);
        flow.set('other', chosen === otherWords ? true : undefined);
        return chosen;
      },
    ),
  ];
  const words = text('answer', {
    title: itemTitle,
    skips: ({ input }) => !isAsked() || (input.answer !== undefined && input.other !== true),
    prompt: async asked => {
      const question = await questionOf(asked);
      return question === undefined || question.question === ''
        ? l10n.t('Your answer')
        : shortened(question.question, 400);
    },
    placeholder: () => l10n.t('Your answer'),
  });
  if (!(await ask(flow, which, ...(flow.has('answer') ? [] : [choose, words])))) return undefined;
  const { status, owner } = await flow.item();
  if (isAsked()) flow.set('question', (await questionOf(flow))?.number);
  if (!flow.has('to') && status === 'waiting_human' && owner !== null) flow.input.to = 'in_flight';
  return flow.result();
};

/** The question that the call names, else the first open one. */
async function questionOf(flow: Flow): Promise<AskedQuestion | undefined> {
  const { questions } = await flow.item();
  const { question: named } = flow.input;
  return questions.find(({ number, how }) => (named === undefined ? how === null : number === named));
}

function rowsOf(question: AskedQuestion | undefined): Choice<string>[] {
  const { choices = [], recommended = null } = question ?? {};
  const first = choices.filter(choice => choice === recommended);
  return [
    ...[...first, ...choices.filter(choice => choice !== recommended)].map(choice => ({
      value: choice,
      label: asLabel(choice),
      description: choice === recommended ? l10n.t('recommended') : '',
    })),
    { value: otherWords, label: l10n.t('$(edit) Answer in other words…') },
  ];
}
