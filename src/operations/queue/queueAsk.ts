import * as z from 'zod';
import { type Refusal, refusalError, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { formatDuration, parseDuration } from '../../domain/time/duration.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import {
  askedNow,
  choiceNamed,
  columnsOf,
  isChangeable,
  isOpen,
  minAfterMs,
  numberedChoices,
  questionLimits,
  questionsOf,
  type StoredQuestion,
} from '../../domain/workItem/question.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { checkHolder, checkToken, checkTransition } from '../../domain/workItem/workItemRule.js';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import type { EventPayload } from '../../records/act.js';
import { baseConfig } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { namesakeOf, refuseOtherSession } from '../../records/holding/otherSession.js';
import { trimmedField } from '../../records/textFields.js';
import { idField, itemOutput, textField, tokenField } from '../../records/workItem/queueFields.js';
import { readThread } from '../../records/workItem/threadAccess.js';
import { changeWorkItem, findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

const choiceField = z
  .string()
  .overwrite(text => text.replace(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim())
  .min(1)
  .max(questionLimits.choice);
const choicesField = z
  .array(choiceField)
  .min(2)
  .max(questionLimits.choices)
  .refine(
    choices => new Set(choices.map(choice => choice.toLowerCase())).size === choices.length,
    problem(message('schema.choiceTwice')),
  );

const askInput = z.strictObject({
  id: idField,
  question: textField.describe('The question to a person'),
  choices: choicesField.optional().describe('Two to six short answers to choose from'),
  recommended: choiceField.optional().describe('The choice that you recommend'),
  ifNoAnswer: z
    .union([trimmedField(questionLimits.choice + 50), z.strictObject({ after: trimmedField(40), take: choiceField })])
    .optional()
    .describe('The choice to go on with if nobody answers in time: “2h: Postgres”, or after and take'),
  token: tokenField,
});
type AskInput = z.output<typeof askInput>;

/** Earlier answers of an item that a new question keeps. */
const maxKept = 9;

export const queueAsk = defineOperation({
  name: 'queue.ask',
  order: 120,
  title: 'Ask a Person',
  asks: true,
  summary: 'Asks a person a question about your claimed work item; it waits in Needs you for the answer.',
  input: askInput,
  output: itemOutput,
  effect: 'write',
  claim: 'ends',
  mcp: {
    tool: 'work_items',
    action: 'ask',
    brief: 'a person; choices, recommended, ifNoAnswer 2h: A',
    rare: ['token', 'choices', 'recommended', 'ifNoAnswer'],
  },
  cli: {
    positionals: ['id'],
    flags: { choices: 'choice' },
    sentences: ['choices'],
    examples: [
      'queue ask W-12 --question "May I drop the old table?"',
      'queue ask W-12 --question "Which database?" --choice Postgres --choice SQLite --recommended SQLite --if-no-answer "2h: SQLite"',
    ],
  },
  about: 'workItem',
  palette: 'items',
  async run(context, input) {
    const asked = await readQuestion(context, input);
    const namesake = await namesakeOf(context);
    const { row, item } = await context.store.transaction(async transaction => {
      const now = context.clock.now();
      const act = { transaction, actor: context.actor, now };
      const held = await findWorkItem(transaction, input.id);
      throwIfRefused(checkToken(held, input.token));
      throwIfRefused(checkTransition(held, 'ask', 'waiting_human'));
      throwIfRefused(checkHolder(held, context.actor, 'ask'));
      if (namesake !== undefined) await refuseOtherSession(transaction, namesake, await readThread(transaction, held));
      // Answers that a person may still change keep their place.
      const isWaiting = held.status === 'waiting_human';
      const before = isWaiting ? questionsOf(held) : questionsOf(held).filter(isChangeable).slice(-maxKept);
      // A repeated call, as after a timeout, asks nothing more.
      if (before.some(one => isOpen(one) && isSame(one, asked))) {
        return { row: held, item: await presentOne(transaction, held, noHeartbeats, now) };
      }
      throwIfRefused(checkQuestions(held, before));
      const ifNoAnswer = asked.ifNoAnswer && { ...asked.ifNoAnswer, at: now + asked.ifNoAnswer.at };
      const questions = [...before, { ...asked, ifNoAnswer, from: context.actor.name, askedAt: now }];
      const row = await changeWorkItem(
        act,
        held,
        { status: 'waiting_human', ...columnsOf(questions), lease_until: null },
        'work_item_asked',
        { status: 'waiting_human', ...eventOf(asked) },
      );
      return { row, item: await presentOne(transaction, row, noHeartbeats, now) };
    });
    await context.store.heartbeats.drop(row.id);
    return { item };
  },
});

/** Checks the choices; `ifNoAnswer.at` is still the wait in ms. */
async function readQuestion(context: Context, input: AskInput): Promise<StoredQuestion> {
  const { question, choices = [], ifNoAnswer: given } = input;
  const named = (field: string, text: string): string => {
    const choice = choiceNamed(choices, text);
    if (choice !== undefined) return choice;
    throw refusalError(
      'invalid_input',
      choices.length === 0
        ? message('queue.choicesMissing', { field })
        : message('queue.notOneOfChoices', { field, text, choices: numberedChoices(choices) }),
      { hint: 'queue.choicesMissingHint' },
    );
  };
  const recommended = input.recommended === undefined ? null : named('recommended', input.recommended);
  if (given === undefined) return askedNow(question, { choices, recommended });
  const { after, take } = typeof given === 'string' ? splitTake(given) : given;
  const wait = parseDuration(after.toLowerCase());
  if (wait === undefined || wait < minAfterMs || wait > questionLimits.after) {
    throw refusalError('invalid_input', message('queue.badAfter', { text: after.slice(0, 80) }), {
      hint: 'queue.badAfterHint',
    });
  }
  const ifNoAnswer = { after: formatDuration(wait), take: named('ifNoAnswer', take), at: wait };
  const { questions } = await baseConfig(context);
  if (!questions.ifNoAnswer) throw refusalError('not_allowed', 'queue.mustAnswer', { hint: 'queue.mustAnswerHint' });
  return askedNow(question, { choices, recommended, ifNoAnswer });
}

/** Reads `2h: Postgres`. */
function splitTake(text: string): { readonly after: string; readonly take: string } {
  const [, after = text, take = ''] = /^([^\s:=]+)\s*[:=]?\s*(.*)$/su.exec(text) ?? [];
  return { after, take };
}

/** Items that nobody holds wait for the first answer. */
function checkQuestions(row: WorkItemRow, before: readonly StoredQuestion[]): Refusal | undefined {
  if (row.status === 'waiting_human' && row.owner === null) {
    return refuse('transition_not_allowed', message('queue.waitsAlready', { item: nameOf(row) }), {
      hint: 'queue.answerFirst',
    });
  }
  if (before.length < questionLimits.questions) return undefined;
  return refuse('conflict', message('queue.tooManyQuestions', { item: nameOf(row), max: questionLimits.questions }), {
    hint: 'queue.answerFirst',
  });
}

function isSame(one: StoredQuestion, other: StoredQuestion): boolean {
  return one.question === other.question && one.choices.join('\n') === other.choices.join('\n');
}

function eventOf({ question, choices, recommended, ifNoAnswer }: StoredQuestion): EventPayload {
  return {
    question,
    ...(choices.length === 0 ? {} : { choices }),
    ...(recommended === null ? {} : { recommended }),
    ...(ifNoAnswer === null ? {} : { ifNoAnswer: { after: ifNoAnswer.after, take: ifNoAnswer.take } }),
  };
}
