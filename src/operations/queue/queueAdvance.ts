import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import {
  askedOf,
  choiceNamed,
  isChangeable,
  isOpen,
  numberedChoices,
  presentQuestions,
} from '../../domain/workItem/question.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { checkTransition } from '../../domain/workItem/workItemRule.js';
import { advanceTargets, isTerminal } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import type { Act } from '../../records/act.js';
import { letGoOn, replyIds, replyToAsker } from '../../records/agentSession/wakeForAnswer.js';
import type { OperationSettings } from '../../records/context.js';
import { answerQuestion, checkHolderLeft } from '../../records/thread/answerQuestion.js';
import { endWork } from '../../records/thread/settleThread.js';
import { stillBlocked } from '../../records/workItem/dependentLines.js';
import { idField, itemLineSchema, itemOutput, textField } from '../../records/workItem/queueFields.js';
import { readThread } from '../../records/workItem/threadAccess.js';
import { changeWorkItem, findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

const advanceInput = z.strictObject({
  id: idField,
  answer: textField
    .optional()
    .describe('Of a question with choices, the number or text of one. Required unless the item is cancelled'),
  question: z.int().positive().optional().describe('Number of the question, if several are open'),
  other: z.boolean().optional().describe('The answer is in other words than the choices'),
  only: z
    .boolean()
    .optional()
    .describe('Only record the answer: an agent that Stateroom started does not go on with it'),
  to: z.enum(advanceTargets).optional().describe('Default: pending, or in_flight while a lane or task holds the item'),
});

export const queueAdvance = defineOperation({
  name: 'queue.advance',
  order: 130,
  title: 'Answer Work Item',
  menuTitle: 'Answer',
  asks: true,
  summary: 'Answers a work item’s question and moves it to pending (anyone), in_flight (same holder) or cancelled.',
  input: advanceInput,
  output: itemOutput.extend({
    /** Open dependents that stay blocked because it was cancelled. */
    stillBlocked: z.array(itemLineSchema),
  }),
  effect: 'write',
  // Only a person answers a question to a person.
  roles: ['human'],
  mcp: { tool: 'work_items', action: 'advance', rare: ['only'] },
  cli: {
    positionals: ['id'],
    examples: [
      'queue advance W-12 --answer "yes, it is unused"',
      'queue advance W-12 --answer "yes" --to in_flight',
      'queue advance W-12 --question 2 --answer 1',
      'queue advance W-12 --answer "Neither: use files" --other',
      'queue advance W-12 --to cancelled',
      'queue advance W-12 --answer "yes" --only',
    ],
  },
  about: 'workItem',
  icon: 'reply',
  palette: 'needsYou',
  async refusedAct({ store }, { id }) {
    const row = await store.read(transaction => findWorkItem(transaction, id));
    if (row.status !== 'waiting_human') return undefined;
    return { about: formatRef('workItem', row.number), state: row.status, workItemId: row.id };
  },
  async run(context, input) {
    const ids = replyIds(context);
    const { goesOn, ...answered } = await context.store.transaction(async transaction => {
      const act = { transaction, actor: context.actor, now: context.clock.now() };
      const row = await findWorkItem(transaction, input.id);
      const changed =
        input.to === 'cancelled'
          ? await cancel(act, row, input.answer)
          : await answer(act, row, input, context.settings);
      const goesOn = input.only === true ? undefined : await replyToAsker(act, row, changed, ids);
      return {
        goesOn,
        item: await presentOne(transaction, changed, noHeartbeats, act.now),
        stillBlocked: input.to === 'cancelled' ? await stillBlocked(transaction, row.id) : [],
      };
    });
    await letGoOn(context, goesOn);
    return answered;
  },
});

async function cancel(act: Act, row: WorkItemRow, answer: string | undefined): Promise<WorkItemRow> {
  throwIfRefused(checkTransition(row, 'advance', 'cancelled'));
  const left = await endWork(act, await readThread(act.transaction, row));
  const text = answer ?? null;
  // Earlier answers stay.
  const answers = [row.answer, text].filter(one => one !== null).join('\n') || null;
  return changeWorkItem(
    act,
    left,
    { status: 'cancelled', answer: answers, resolved_at: act.now },
    'work_item_advanced',
    {
      status: 'cancelled',
      question: row.question,
      answer: text,
    },
  );
}

/** Answers an open question, or changes an answer that no person gave. */
async function answer(
  act: Act,
  row: WorkItemRow,
  input: z.output<typeof advanceInput>,
  { leaseMs }: OperationSettings,
): Promise<WorkItemRow> {
  const { to } = input;
  const asked = askedOf(row);
  const isWaiting = row.status === 'waiting_human';
  const mayAnswer = isWaiting ? isOpen : isChangeable;
  const isLate = !isWaiting && !isTerminal(row.status) && to === undefined && asked.some(isChangeable);
  if (!isLate) throwIfRefused(checkTransition(row, 'advance', to ?? 'pending'));
  throwIfRefused(checkHolderLeft(row, to ?? 'pending'));
  const candidates = asked.flatMap((one, index) => (mayAnswer(one) ? [index] : []));
  const index = input.question === undefined ? candidates[0] : input.question - 1;
  const question = asked[index ?? -1];
  const isNamed = input.question !== undefined || candidates.length === 1;
  if (index === undefined || question === undefined || !isNamed || !(mayAnswer(question) || isChangeable(question))) {
    const list = candidates.map(at => `${at + 1}. “${asked[at]?.question}”`).join(', ');
    throw refusalError(
      'invalid_input',
      input.question === undefined
        ? message('queue.severalQuestions', { item: nameOf(row), count: candidates.length, questions: list })
        : message('queue.noSuchQuestion', { item: nameOf(row), number: input.question, questions: list }),
      { hint: 'queue.severalQuestionsHint', details: { questions: presentQuestions(row) } },
    );
  }
  if (input.answer === undefined) {
    throw refusalError('invalid_input', message('queue.answerMissing', { item: nameOf(row) }), {
      hint: 'queue.answerMissingHint',
      details: { question: row.question },
    });
  }
  const { choices } = question;
  const text = input.other === true || choices.length === 0 ? input.answer : choiceNamed(choices, input.answer);
  if (text === undefined) {
    throw refusalError(
      'invalid_input',
      message('queue.notAChoice', { answer: input.answer, choices: numberedChoices(choices) }),
      { hint: 'queue.notAChoiceHint', details: { choices } },
    );
  }
  return answerQuestion(act, row, { index, text, how: 'person', by: act.actor.name }, { to, leaseMs });
}
